import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { settingsFromEnvironment } from "../config.ts";
import { Counters } from "../faults/counters.ts";
import { FaultBoard } from "../faults/fault-board.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createTables } from "./create-tables.ts";

/** A connection or the pool. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, "query">;

/** The local store: its database, clock, and fault knobs. Services take it as their first argument. */
export interface Store {
  pool: pg.Pool;
  clock: Clock;
  faults: FaultBoard;
  /** How long one of the store's delays lasts, in milliseconds. */
  delayMs(milliseconds: number): number;
  counters: Counters;
  /** Folder for uploads and results of bulk operations. */
  filesFolder: string;
  /** The store's base URL, for the URLs of its files. */
  publicUrl: string;
  /** Called after every commit. The webhook dispatcher sets it. */
  onDeliveriesQueued: () => void;
  /** Whether a transaction has committed since delayed work was last looked for (due-work.ts). */
  hasCommitted: boolean;
  close(): Promise<void>;
}

/** Options for opening a store. The defaults suit `npm start`. */
export interface StoreOptions {
  clock?: Clock;
  /** How long search shows the previous version of a customer or order, in milliseconds. */
  indexLagMs?: number;
  /** Makes the delays of processing, jobs and late answers shorter, for tests. Defaults to 1. */
  delayFactor?: number;
  /** Seed of the random numbers that trigger faults. */
  seed?: number;
  filesFolder?: string;
  /** Defaults to the address of `npm start`. */
  publicUrl?: string;
  maxConnections?: number;
}

const INT8_OID = 20;

/**
 * Opens the local store's database and creates missing tables. Throws the error of `pg` if the database is unreachable.
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    types: { getTypeParser: parserFor },
  });
  // The pool replaces a broken idle connection. Without a listener, its error would end the process.
  pool.on("error", () => {});
  // The pool doesn't listen on a connection that is inside a transaction.
  pool.on("connect", (client) => client.on("error", () => {}));
  await createTables(pool);
  const clock = options.clock ?? systemClock;
  const filesFolder = options.filesFolder ?? join(tmpdir(), "backroom-local-store");
  await mkdir(filesFolder, { recursive: true });
  return {
    pool,
    clock,
    faults: new FaultBoard({ seed: options.seed ?? 1, indexLagMs: options.indexLagMs ?? 0 }),
    delayMs: (milliseconds) => milliseconds * (options.delayFactor ?? 1),
    counters: new Counters(),
    filesFolder,
    publicUrl: options.publicUrl ?? `http://localhost:${settingsFromEnvironment().port}`,
    onDeliveriesQueued: () => {},
    hasCommitted: true,
    close: () => pool.end(),
  };
}

/** Ids and cents are far below 2^53, so bigint columns are read as numbers. */
function parserFor(oid: number, format?: "text" | "binary") {
  return oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format as "text");
}

/** Runs `work` in a transaction and notifies the webhook dispatcher after the commit. */
export async function transaction<T>(store: Store, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await store.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    store.hasCommitted = true;
    store.onDeliveriesQueued();
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
