/** The declaration of a list is enough for both ways of paging. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallContext } from "~/core/context.server";
import { plansOf } from "../../support/plans.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { fillPool } from "./support.ts";

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop("coupon_keyset");
  await fillPool("Many", 10_000);
  const { database } = await import("~/platform/db/pool.server");
  await database().query("VACUUM ANALYZE coupon_codes");
});
afterAll(() => shop.close());

async function read(
  request: { last_id?: string; direction?: "next" | "previous"; sort?: string } = {},
  used = "all",
) {
  const [{ readKeyset }, { couponsList }] = await Promise.all([
    import("~/core/lists/read-list.server"),
    import("~/functions/coupons/list.server"),
  ]);
  const reader = { shop: { domain: DEMO } } as CallContext;
  return readKeyset(reader, couponsList, { ...request, filter: { search: "", used: used as "all" } });
}

test("pages follow each other forwards and backwards, in the list's order", async () => {
  const first = await read();
  expect(first.rows).toHaveLength(10);
  expect(first.rows[0]).toMatchObject({ OrderId: "5000010000", Used: true, pool: "Many" });
  expect(first.total).toEqual({ count: 10_000, exact: true });
  const second = await read({ last_id: first.nextCursor ?? "" });
  expect(second.rows[0]).toMatchObject({ OrderId: "5000009980" });
  expect(second.total).toBeNull();
  const back = await read({ last_id: second.previousCursor ?? "", direction: "previous" });
  expect(back.rows).toEqual(first.rows);
});

test("a cursor of another filter or order is refused", async () => {
  const { nextCursor } = await read();
  const last_id = nextCursor ?? "";
  await expect(read({ last_id }, "used")).rejects.toMatchObject({ status: 400 });
  await expect(read({ last_id, sort: "code asc" })).rejects.toMatchObject({ status: 400 });
  await expect(read({ sort: "pool asc" })).rejects.toMatchObject({ status: 400 });
});

test("a page at any depth is read from the index of its order", async () => {
  const { nextCursor } = await read();
  const plans = await plansOf("coupon_codes", () => read({ last_id: nextCursor ?? "" }));
  expect(plans).toEqual([expect.stringMatching(/coupon_codes_by_date/)]);
});
