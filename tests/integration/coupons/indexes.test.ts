/** What the pages of coupons read of many rows. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { plansOf } from "../../support/plans.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";
import type { Calls } from "../imports/support.ts";
import { fillPool } from "./support.ts";

/** In each pool. */
const CODES = 10_000;

let shop: TestShop;
let calls: Calls;
let pool: number;

beforeAll(async () => {
  shop = await openTestShop("coupon_indexes");
  calls = await signedInCalls(shop);
  pool = await fillPool("Many", CODES);
  for (const name of ["Other", "Third", "Fourth"]) await fillPool(name, CODES);
  const { database } = await import("~/platform/db/pool.server");
  await database().query("VACUUM ANALYZE coupon_codes");
});
afterAll(() => shop.close());

const plansOfCodes = (work: () => Promise<unknown>) => plansOf("coupon_codes", work);

test.each([
  ["the latest", {}, /Index Scan using coupon_codes_by_date/],
  [
    "a day",
    { date_from: "2026-01-03", date_to: "2026-01-03" },
    /coupon_codes_by_date\b.*\n +Index Cond: .*COALESCE\(assigned_at/,
  ],
  ["the order of codes", { sort: "code asc" }, /Index Scan using coupon_codes_by_code/],
  ["an order", { search: "#2000" }, /coupon_codes_by_order_name/],
  // No code has this part: one that ANALYZE took into its histogram counts as a hundredth of all, for which another index is cheaper.
  ["a part of a code", { search: "98f13709" }, /coupon_codes_search/],
])("the page of %s is read from an index", async (_name, input, index) => {
  const plans = await plansOfCodes(() => calls.coupons.list(input));
  expect(plans).toEqual([expect.stringMatching(index)]);
});

test("each count of a pool and the home figure read from the index of what they count", async () => {
  const { free, assigned, redeemed, unsent } = await calls.coupons.pool({ id: pool });
  expect([free, assigned, redeemed, unsent]).toEqual([CODES / 2, CODES / 2, CODES / 20, 0]);
  expect(await calls.coupons.figure()).toMatchObject({ text: "20,000 free coupons" });
  const [figure = ""] = await plansOfCodes(() => calls.coupons.figure());
  const [pools = ""] = await plansOfCodes(() => calls.coupons.pools());
  expect(figure).toMatch(/coupon_codes_free/);
  for (const index of ["free", "assigned", "redeemed", "unsent"])
    expect(pools).toMatch(`coupon_codes_${index}`);
  for (const plan of [figure, pools]) expect(plan).not.toMatch(/Seq Scan on coupon_codes/);
});

test("the page of coupons counts no codes to name their pools", async () => {
  expect(await plansOfCodes(() => calls.coupons.poolNames())).toEqual([]);
});
