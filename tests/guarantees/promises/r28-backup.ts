import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { migrate } from "~/platform/db/migrate.server";
import { startEmbeddedPostgres } from "../../../server/embedded-postgres.ts";
import { DEMO } from "../../support/test-shop.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

const WITHIN_MS = 60_000;
const CUSTOMERS = 500;

export const backup: BackroomPromise = {
  id: "R28",
  says: "backup and restore as docs/operating.md describes for npm start: stop, copy the folder, start on the copy",
  async test(_shop, scale) {
    const entries = scale === "small" ? 2_000 : 100_000;
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-backup-"));
    fs.chmodSync(folder, 0o755);
    const [original, copy] = [path.join(folder, "original"), path.join(folder, "copy")];
    try {
      const before = await onServer(original, async (url) => {
        await migrate(url);
        await fillLedger(url, entries / 2);
        return readContents(url);
      });
      const begun = performance.now();
      // Keeps owner and mode, which PostgreSQL requires.
      await promisify(execFile)("cp", ["-a", original, copy]);
      const after = await onServer(copy, async (url) => {
        await migrate(url);
        return readContents(url);
      });
      const took = performance.now() - begun;
      const tables = new Set([...before.keys(), ...after.keys()]);
      return finding(
        `${entries} ledger entries in ${tables.size} tables, restored after ${(took / 1000).toFixed(1)} s`,
        {
          "entries missing before the backup": before.get("ledger_entries")?.count === entries ? 0 : 1,
          "tables that differ": [...tables].filter(
            (table) => JSON.stringify(before.get(table)) !== JSON.stringify(after.get(table)),
          ).length,
          "restored after more than 60 s": took <= WITHIN_MS ? 0 : 1,
        },
      );
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Runs work on the bundled PostgreSQL in this folder, and stops it. */
async function onServer<Result>(dataDir: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    return await work(await server.createDatabase("backroom"));
  } finally {
    await server.stop();
  }
}

async function withClient<Result>(
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

/** Confirmed postings with two entries each. */
async function fillLedger(url: string, postings: number): Promise<void> {
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

/** The number of rows of each table, and a digest of all of them. */
function readContents(url: string): Promise<Map<string, { count: number; digest: string }>> {
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
