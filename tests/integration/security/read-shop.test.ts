import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("read_shop");
  await inShop(DEMO, (tx) => tx.execute(addSetting(DEMO)));
  await inShop(SECOND, (tx) => tx.execute(addSetting(SECOND)));
});
afterAll(() => shop.close());

const reads = () => import("~/platform/db/read-shop.server");

async function inShop<T>(domain: string, work: (tx: ShopTransaction) => Promise<T>): Promise<T> {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(domain, work);
}

const addSetting = (domain: string) =>
  sql`INSERT INTO settings VALUES (${domain}, 'read_shop_test', '1', now(), '1')`;

/** The shops whose settings a transaction sees, and the transaction. */
async function look(tx: ShopTransaction): Promise<{ shops: string[]; began: string }> {
  const { rows } = await tx.$client.query<{ shop: string; began: string }>(
    "SELECT shop, now()::text || pg_backend_pid() AS began FROM settings WHERE key = 'read_shop_test'",
  );
  return { shops: rows.map((row) => row.shop), began: rows[0]?.began ?? "" };
}

test("a read sees the rows of its shop only", async () => {
  const { readShop } = await reads();
  const found = await Promise.all([DEMO, SECOND].map((domain) => readShop(domain, look)));
  expect(found.map(({ shops }) => shops)).toEqual([[DEMO], [SECOND]]);
});

test("reads that start together share a transaction of their shop", async () => {
  const { readTogether } = await reads();
  const [one, two, other] = await Promise.all(
    [DEMO, DEMO, SECOND].map((domain) => readTogether(domain, look)),
  );
  expect([one?.shops, two?.shops, other?.shops]).toEqual([[DEMO], [DEMO], [SECOND]]);
  expect(one?.began).toBe(two?.began);
  expect(other?.began).not.toBe(one?.began);
});

test("a query of Drizzle is sent once", async () => {
  const { readTogether } = await reads();
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await readTogether(DEMO, (tx) => tx.select({ one: sql`'sent once'` }).from(sql`settings`));
    expect(query.mock.calls.filter((call) => JSON.stringify(call).includes("sent once"))).toHaveLength(1);
  } finally {
    query.mockRestore();
  }
});

test("a read that fails leaves the others as they are", async () => {
  const { readTogether } = await reads();
  const [failed, found] = await Promise.allSettled([
    readTogether(DEMO, (tx) => tx.$client.query("SELECT 1 / 0")),
    readTogether(DEMO, look),
  ]);
  expect(failed).toMatchObject({ status: "rejected", reason: { message: "division by zero" } });
  expect(found).toMatchObject({ status: "fulfilled", value: { shops: [DEMO] } });
});

test("a write is refused, and its connection is used again", async () => {
  const { readShop } = await reads();
  const written = readShop(DEMO, (tx) => tx.$client.query("DELETE FROM settings"));
  await expect(written).rejects.toThrow("cannot execute DELETE in a read-only transaction");
  expect((await readShop(DEMO, look)).shops).toEqual([DEMO]);
  const privileged = await inShop(DEMO, (tx) => tx.$client.query("SELECT current_user AS name"));
  expect(privileged.rows).toEqual([{ name: "backroom_app" }]);
});

test("a text that isn't a shop's domain is refused", async () => {
  const { readShop, readTogether } = await reads();
  for (const read of [readShop, readTogether])
    await expect(read("x'; RESET ROLE; --", look)).rejects.toThrow("This is not a shop's domain.");
});
