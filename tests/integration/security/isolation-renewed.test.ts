import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let url: string;
beforeAll(async () => {
  shop = await openTestShop("isolation_renewed");
  url = process.env.DATABASE_URL ?? "";
});
afterAll(() => shop.close());

/** Prepares the database as each process does that starts. */
const prepare = async () => (await import("~/platform/db/migrate.server")).migrate(url);

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query<Row>(text)).rows;
}

test("a starting process neither waits for readers and writers nor blocks them", async () => {
  const others = await Promise.all([0, 1].map(() => connected()));
  const [one, two] = others;
  try {
    await one?.query("BEGIN; SELECT FROM job_items; SELECT FROM customers; SELECT FROM audit_entries");
    await two?.query("BEGIN; LOCK TABLE jobs, ledger_postings IN ROW EXCLUSIVE MODE");
    let isPrepared = false;
    const preparing = prepare().then(() => {
      isPrepared = true;
    });
    await expect.poll(() => isPrepared, { timeout: withMachineFactor(20_000) }).toBe(true);
    await preparing;
  } finally {
    for (const other of others) await other.end();
  }
});

test("a dropped, widened or disabled policy or trigger is restored at the start", async () => {
  await query("DROP POLICY only_this_shop ON customers");
  await query("ALTER POLICY only_this_shop ON jobs USING (true)");
  await query("ALTER TABLE mails DISABLE ROW LEVEL SECURITY");
  await query("DROP TRIGGER audit_is_append_only ON audit_entries");
  await query("ALTER TABLE ledger_postings DISABLE TRIGGER is_append_only");
  await prepare();
  const policies = await query<{ name: string; bound: string; on: boolean }>(
    `SELECT c.relname AS name, pg_get_expr(polqual, polrelid) AS bound, c.relrowsecurity AS on
       FROM pg_policy JOIN pg_class c ON c.oid = polrelid
      WHERE c.relname IN ('customers', 'jobs', 'mails') ORDER BY 1`,
  );
  const bound = "(shop = current_setting('app.shop'::text))";
  expect(policies).toEqual(["customers", "jobs", "mails"].map((name) => ({ name, bound, on: true })));
  const triggers = await query<{ on: string }>(
    `SELECT tgenabled AS on FROM pg_trigger WHERE tgname = 'audit_is_append_only' AND tgrelid = 'audit_entries'::regclass
      UNION ALL SELECT tgenabled FROM pg_trigger WHERE tgname = 'is_append_only' AND tgrelid = 'ledger_postings'::regclass`,
  );
  expect(triggers).toEqual([{ on: "O" }, { on: "O" }]);
});

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
