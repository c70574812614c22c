import pg from "pg";
import { DEMO } from "../../support/test-shop.ts";
import { type Finding, finding } from "./promise.ts";

const WITHIN_MS = 60_000;
const CUSTOMERS = 500;

/** A database's contents: for each table the number of its rows, and a digest of all of them. */
export type Contents = ReadonlyMap<string, { count: number; digest: string }>;

/** What a restored database must be: equal to the original, in time. */
export function restoredFinding(
  entries: number,
  { before, after, tookMs }: { before: Contents; after: Contents; tookMs: number },
): Finding {
  const tables = new Set([...before.keys(), ...after.keys()]);
  return finding(
    `${entries} ledger entries in ${tables.size} tables, restored after ${(tookMs / 1000).toFixed(1)} s`,
    {
      "entries missing before the backup": before.get("ledger_entries")?.count === entries ? 0 : 1,
      "tables that differ": [...tables].filter(
        (table) => JSON.stringify(before.get(table)) !== JSON.stringify(after.get(table)),
      ).length,
      "restored after more than 60 s": tookMs <= WITHIN_MS ? 0 : 1,
    },
  );
}

/** Works on a database with a connection of its own. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Adds confirmed postings with two entries each. */
export async function fillLedger(url: string, postings: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `WITH posting AS (
         INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, actor_id, actor_name, actor_email)
         SELECT $1, gen_random_uuid(), now() - n * interval '1 second', 1 + n % $3, 'Credit', 1 + n % 50000, 'Backup ' || n,
                '1', 'Olivia Owner', 'olivia@backroom-demo.example'
           FROM generate_series(1, $2::int) AS n
         RETURNING id, customer_id, amount_cents, at)
       INSERT INTO ledger_entries (shop, posting_id, account, customer_id, amount_cents, at)
       SELECT $1, id, side.account, customer_id, side.cents, at
         FROM posting, LATERAL (VALUES ('customer', amount_cents), ('issued', -amount_cents)) AS side (account, cents)`,
      [DEMO, postings, CUSTOMERS],
    );
  });
}

/** Reads the contents of a database. */
export function readContents(url: string): Promise<Contents> {
  return withClient(url, async (client) => {
    const contents = new Map<string, { count: number; digest: string }>();
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: number; digest: string }>(
        `SELECT count(*)::int AS count, coalesce(md5(string_agg(line, '' ORDER BY line)), '') AS digest
           FROM (SELECT t::text AS line FROM ${pg.escapeIdentifier(name)} AS t) AS lines`,
      );
      if (rows[0]) contents.set(name, rows[0]);
    }
    return contents;
  });
}
