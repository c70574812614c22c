import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
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

/** Reads the shops whose settings a transaction sees, and the transaction. */
const LOOK = {
  text: "SELECT shop, now()::text || pg_backend_pid() AS began FROM settings WHERE key = 'read_shop_test'",
};

const look = async (tx: ShopTransaction) => seen((await tx.$client.query<Seen>(LOOK)).rows);

interface Seen {
  shop: string;
  began: string;
}

const seen = (rows: Seen[]) => ({ shops: rows.map(({ shop }) => shop), began: rows[0]?.began });

test("a read sees the rows of its shop only", async () => {
  const { readShop } = await reads();
  const found = await Promise.all([DEMO, SECOND].map((domain) => readShop(domain, look)));
  expect(found.map(({ shops }) => shops)).toEqual([[DEMO], [SECOND]]);
});

test("reads that start together share a transaction of their shop", async () => {
  const { readTogether } = await reads();
  const [one, two, other] = await Promise.all(
    [DEMO, DEMO, SECOND].map(async (domain) => seen(await readTogether<Seen>(domain, LOOK))),
  );
  expect([one?.shops, two?.shops, other?.shops]).toEqual([[DEMO], [DEMO], [SECOND]]);
  expect(one?.began).toBe(two?.began);
  expect(other?.began).not.toBe(one?.began);
});

test("a read that fails leaves the others as they are", async () => {
  const { readTogether } = await reads();
  const [failed, found] = await Promise.allSettled([
    readTogether(DEMO, { text: "SELECT 1 / 0" }),
    readTogether<Seen>(DEMO, LOOK),
  ]);
  expect(failed).toMatchObject({ status: "rejected", reason: { message: "division by zero" } });
  expect(found).toMatchObject({ status: "fulfilled", value: [{ shop: DEMO }] });
});

test("what one statement reads is of its shop only, and its connection is used again", async () => {
  const { readRows } = await reads();
  await expect(readRows(DEMO, { text: "DELETE FROM settings" })).rejects.toThrow("read-only transaction");
  expect(seen(await readRows<Seen>(DEMO, LOOK)).shops).toEqual([DEMO]);
  const privileged = await inShop(DEMO, (tx) => tx.$client.query("SELECT current_user AS name"));
  expect(privileged.rows).toEqual([{ name: "backroom_app" }]);
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
  const { readRows, readShop, readTogether } = await reads();
  const domain = "x'; RESET ROLE; --";
  const refusal = "This is not a shop's domain.";
  await expect(readShop(domain, look)).rejects.toThrow(refusal);
  await expect(readRows(domain, LOOK)).rejects.toThrow(refusal);
  await expect(readTogether(domain, LOOK)).rejects.toThrow(refusal);
});
