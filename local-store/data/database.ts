import { mkdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { FaultBoard } from "../faults/board.ts";
import { Counters } from "../faults/counters.ts";
import { type Clock, systemClock } from "./clock.ts";

/** A connection or the pool: whatever can run one statement. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, "query">;

/** The local store: its database, its clock, its fault knobs. Services take it as their first argument. */
export interface Store {
  pool: pg.Pool;
  clock: Clock;
  faults: FaultBoard;
  counters: Counters;
  /** Folder for uploads and results of bulk operations. */
  filesFolder: string;
  /** Called after a commit that queued webhooks; the dispatcher sets it. */
  onDeliveriesQueued: () => void;
  close(): Promise<void>;
}

/** How a store is opened; every part has a default that suits `npm start`. */
export interface StoreOptions {
  clock?: Clock;
  /** How long search shows a customer's previous version, in milliseconds. */
  indexLagMs?: number;
  /** Seed of the fault knobs' draws. */
  seed?: number;
  filesFolder?: string;
  maxConnections?: number;
}

const INT8_OID = 20;
const SCHEMA_LOCK = 7_210_001;

/**
 * Opens the local store's database and creates its tables where they are missing. Several processes may start at
 * once: an advisory lock lets one of them create. Throws what `pg` throws when the database cannot be reached.
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    types: { getTypeParser: parserFor },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  await createTables(pool);
  const clock = options.clock ?? systemClock;
  const filesFolder = options.filesFolder ?? join(tmpdir(), "backroom-local-store");
  await mkdir(filesFolder, { recursive: true });
  return {
    pool,
    clock,
    faults: new FaultBoard({ seed: options.seed ?? 1, indexLagMs: options.indexLagMs ?? 0 }),
    counters: new Counters(),
    filesFolder,
    onDeliveriesQueued: () => {},
    close: () => pool.end(),
  };
}

/** Ids and cents stay far below 2^53, so bigint columns are read as numbers. */
function parserFor(oid: number, format?: "text" | "binary") {
  return oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format as "text");
}

async function createTables(pool: pg.Pool): Promise<void> {
  const sql = await readFile(new URL("./schema.sql", import.meta.url), "utf8");
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [SCHEMA_LOCK]);
    await client.query(sql);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [SCHEMA_LOCK]);
    client.release();
  }
}

/** Runs `work` in one transaction and wakes the webhook dispatcher after the commit. Throws what `work` throws. */
export async function transaction<T>(store: Store, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await store.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
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
