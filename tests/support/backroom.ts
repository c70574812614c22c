import pg from "pg";
import { inject } from "vitest";

/** A Backroom that the end-to-end tests use (running-backroom.ts starts it). */
export interface RunningBackroom {
  appUrl: string;
  localStoreUrl: string;
  /** Connection strings of the app's and the local store's databases. */
  databaseUrl: string;
  localStoreDatabaseUrl: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** One for each worker of the test runner. */
    backrooms: RunningBackroom[];
  }
}

/** The Backroom of this worker. Its files run one after the other, because some make its store fail. */
export function backroom(): RunningBackroom {
  const mine = inject("backrooms")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!mine) throw new Error(`No Backroom was started for worker ${process.env.VITEST_POOL_ID}.`);
  return mine;
}

/** Reads or changes the app's database as its owner, such as for what takes days otherwise. */
export async function inBackroom<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: backroom().databaseUrl });
  await client.connect();
  return client
    .query<Row>(statement, values)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
