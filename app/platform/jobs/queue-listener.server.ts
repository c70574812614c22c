import pg from "pg";
import { connectionConfig } from "../db/connection.server";
import { log } from "../log.server";
import { QUEUE_CHANNEL } from "./queue.server";

const RECONNECT_AFTER_MS = 1_000;
const CONNECTION_TIMEOUT_MS = 15_000;

/**
 * Listens for messages of the queue, on a connection of its own, and connects again when it is lost. pg-boss's listener isn't used: it
 * drops its error handler with the first error, and a pooler that loses its server reports a second one, which would end the process.
 * @param onMessage gets the name of the queue
 * @param onConnect is called after each connection: messages may have been missed before
 * @returns closes it
 */
export function listenToQueue(
  onMessage: (queue: string) => void,
  onConnect: () => void,
): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const lose = (lost: pg.Client, reason: string) => {
    if (isClosed || client !== lost) return;
    client = undefined;
    log.warn(
      { err: reason },
      "the worker isn't notified of messages until it is connected again, and polls for them",
    );
    lost.end().catch(() => undefined);
    timer = setTimeout(connect, RECONNECT_AFTER_MS);
  };
  const connect = () => {
    const opened = new pg.Client({
      ...connectionConfig("backroom-queue"),
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    });
    client = opened;
    opened.on("error", (error) => lose(opened, error.message));
    opened.on("end", () => lose(opened, "the connection ended"));
    opened.on("notification", ({ payload }) => payload && onMessage(payload));
    opened
      .connect()
      .then(() => opened.query(`LISTEN "${QUEUE_CHANNEL}"`))
      .then(onConnect, (error: Error) => lose(opened, error.message));
  };
  connect();
  return async () => {
    isClosed = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
