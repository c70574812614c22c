import pg from "pg";
import { connectionConfig } from "../db/connection.server";
import { database } from "../db/pool.server";
import { log } from "../log.server";

/**
 * What the socket.io adapter uses as its pool: statements go to the process's pool, and the connection that listens is one of its
 * own. The adapter never releases a connection that was lost, so each loss would cost the pool a place.
 * @param onReconnect runs when it listens again after a loss. Messages that were published in between are lost
 * @param onMessage gets every message, as the adapter does
 */
export function createListeningPool(
  onReconnect: () => void,
  onMessage: (payload: string) => void,
): { pool: pg.Pool; close(): Promise<void> } {
  let current: pg.Client | undefined;
  let isFirst = true;
  const close = async () => {
    const closing = current;
    current = undefined;
    // The adapter would connect again.
    closing?.removeAllListeners("end");
    await closing?.end();
  };
  const connect = async () => {
    // A connection that broke before it listened makes the adapter connect twice.
    await close();
    const client = new pg.Client(connectionConfig("backroom-realtime"));
    client.on("error", (error) => log.warn({ err: error.message }, "the realtime connection was lost"));
    client.on("notification", ({ payload }) => payload && onMessage(payload));
    await client.connect();
    current = client;
    if (!isFirst) onReconnect();
    isFirst = false;
    return Object.assign(client, { release: () => void close() });
  };
  const query = (text: string, values?: unknown[]) => database().query(text, values);
  // The adapter uses these two methods only.
  return { pool: { connect, query } as unknown as pg.Pool, close };
}
