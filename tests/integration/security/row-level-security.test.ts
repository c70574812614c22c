import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plantCanaries } from "../../guarantees/support/canaries.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { shopTables } from "../../guarantees/support/tables.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

/** Immutable for every shop: changes are refused before anything else. */
const APPEND_ONLY = [
  "audit_entries",
  "audit_seals",
  "ledger_postings",
  "ledger_outcomes",
  "ledger_entries",
  "ledger_operations",
  "giveaway_draws",
  "giveaway_draw_entries",
  "price_log",
];
/** Shopify's library decides on the key of its own table, which the application role can't touch at all. */
const KEYED_OTHERWISE = ["sessions"];

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop("rls");
  await signIn([shop.token("1"), shop.token("1", SECOND)]);
  await plantCanaries(DEMO, {
    number: 101,
    uuid: "11111111-1111-4111-8111-111111111111",
    text: "canary-demo",
  });
  await plantCanaries(SECOND, {
    number: 202,
    uuid: "22222222-2222-4222-8222-222222222222",
    text: "canary-second",
  });
});
afterAll(() => shop.close());

/** Runs statements as the application role, in a transaction that is rolled back. */
async function asPlainRole(
  work: (query: (text: string) => Promise<{ rows: unknown[]; rowCount: number | null }>) => Promise<void>,
) {
  const { database } = await import("~/platform/db/pool.server");
  const client = await database().connect();
  try {
    await client.query("BEGIN; SET LOCAL ROLE backroom_app");
    await work((text) => client.query(text));
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

test("every table of shops has the policy, and the shop first in its key", async () => {
  const { database } = await import("~/platform/db/pool.server");
  const tables = await shopTables();
  expect(tables.length).toBeGreaterThan(10);
  const { rows } = await database().query<{ name: string; policies: number }>(
    `SELECT c.relname AS name, count(p.polname)::int AS policies FROM pg_class c LEFT JOIN pg_policy p ON p.polrelid = c.oid
      WHERE c.relrowsecurity GROUP BY 1`,
  );
  const policies = new Map(rows.map(({ name, policies }) => [name, policies]));
  for (const { name, primaryKey } of tables) {
    if (KEYED_OTHERWISE.includes(name)) continue;
    expect(policies.get(name), `${name} has no row-level security`).toBe(1);
    expect(primaryKey[0], `${name}'s primary key does not begin with the shop`).toBe("shop");
  }
});

test("without a shop the application role sees nothing in any table", async () => {
  for (const { name } of await shopTables()) {
    await asPlainRole(async (query) => {
      // A new connection has no shop setting and fails. A reused one has an empty setting, which matches no shop.
      const seen = await query(`SELECT * FROM "${name}"`).then(
        ({ rows }) => rows.length,
        (error: Error) => error.message,
      );
      if (seen !== 0) expect(seen, name).toMatch(/app\.shop|permission denied/);
    });
  }
});

describe.each([
  [DEMO, SECOND],
  [SECOND, DEMO],
])("as %s", (own, other) => {
  const bind = `SET LOCAL app.shop = '${own}'`;

  test("every table shows its own rows and none of the other shop", async () => {
    for (const { name } of await shopTables()) {
      if (KEYED_OTHERWISE.includes(name)) continue;
      await asPlainRole(async (query) => {
        await query(bind);
        const { rows } = await query(`SELECT shop, t::text AS whole FROM "${name}" AS t`);
        expect(rows.length, `${name} shows no row at all`).toBeGreaterThan(0);
        expect(new Set((rows as { shop: string }[]).map((row) => row.shop)), name).toEqual(new Set([own]));
        expect(JSON.stringify(rows)).not.toContain(other === DEMO ? "canary-demo" : "canary-second");
      });
    }
  });

  test("no row of the other shop can be changed, deleted, or written in its name", async () => {
    for (const { name, columns } of await shopTables()) {
      if (KEYED_OTHERWISE.includes(name) || APPEND_ONLY.includes(name)) continue;
      await asPlainRole(async (query) => {
        await query(bind);
        const changed = await query(`UPDATE "${name}" SET shop = shop WHERE shop = '${other}'`);
        expect(changed.rowCount, name).toBe(0);
        const deleted = await query(`DELETE FROM "${name}" WHERE shop = '${other}'`);
        expect(deleted.rowCount, name).toBe(0);
        const names = columns.map((column) => `"${column.name}"`).join(", ");
        const values = columns
          .map((column) => (column.name === "shop" ? `'${other}'` : `"${column.name}"`))
          .join(", ");
        await expect(
          query(`INSERT INTO "${name}" (${names}) SELECT ${values} FROM "${name}"`),
          name,
        ).rejects.toThrow(/row-level security/);
      });
    }
  });
});

test.each([
  ["UPDATE", "UPDATE audit_entries SET actor_name = 'another name'"],
  ["DELETE", "DELETE FROM audit_entries"],
  ["TRUNCATE", "TRUNCATE audit_entries"],
])(
  "%s of audit rows is refused to the application role and to the tables' owner (R4)",
  async (_what, statement) => {
    const { database } = await import("~/platform/db/pool.server");
    const before = await database().query("SELECT * FROM audit_entries ORDER BY shop, id");
    expect(before.rows.length).toBeGreaterThan(0);
    await asPlainRole(async (query) => {
      await query(`SET LOCAL app.shop = '${DEMO}'`);
      await expect(query(statement)).rejects.toThrow(/permission denied/);
    });
    await expect(database().query(statement)).rejects.toThrow(/never changed or deleted/);
    expect((await database().query("SELECT * FROM audit_entries ORDER BY shop, id")).rows).toEqual(
      before.rows,
    );
  },
);

test("the application role can't lift the protection itself", async () => {
  for (const statement of [
    "ALTER TABLE audit_entries DISABLE TRIGGER audit_is_append_only",
    "ALTER TABLE customers DISABLE ROW LEVEL SECURITY",
    "DROP POLICY only_this_shop ON customers",
    "CREATE TABLE mine (shop text)",
    "SET LOCAL session_replication_role = 'replica'",
  ]) {
    await asPlainRole(async (query) => {
      await expect(query(statement), statement).rejects.toThrow(/must be owner|permission denied/);
    });
  }
});

test("the application role can't read Shopify's sessions", async () => {
  await asPlainRole(async (query) => {
    await query(`SET LOCAL app.shop = '${DEMO}'`);
    await expect(query("SELECT 1 FROM sessions")).rejects.toThrow(/permission denied/);
  });
});

test("a name that isn't a shop's domain opens no transaction", async () => {
  const { withShop } = await import("~/platform/db/with-shop.server");
  for (const name of [
    "",
    "backroom-demo",
    "x'; DROP TABLE shops; --.myshopify.com",
    "Backroom-Demo.myshopify.com",
    `${DEMO}\n`,
  ]) {
    await expect(
      withShop(name, async () => "opened"),
      name,
    ).rejects.toThrow("not a shop's domain");
  }
});
