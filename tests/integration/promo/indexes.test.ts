/** What the lists of submissions read of many rows. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillSubmissions } from "../../bench/promo-fill.ts";
import { signedInCalls } from "../../support/calls.ts";
import { plansOf } from "../../support/plans.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

const SUBMISSIONS = 20_000;

let shop: TestShop;
let promo: Awaited<ReturnType<typeof signedInCalls>>["promo"];

beforeAll(async () => {
  shop = await openTestShop("promo_indexes");
  ({ promo } = await signedInCalls(shop));
  const { database } = await import("~/platform/db/pool.server");
  await fillSubmissions(database(), SUBMISSIONS);
});
afterAll(() => shop.close());

test.each([
  [{ sortField: "createdDate" as const }, "submissions_by_creation"],
  [{ sortField: "email" as const }, "submissions_by_email"],
  [{ sortField: "decidedDate" as const }, "submissions_by_decision"],
  [{ sortField: "riskScore" as const }, "submissions_by_risk"],
  [{ sortField: "amount" as const }, "submissions_by_amount"],
  [{ promotion: 1 }, "submissions_(of_promotion|by_creation)"],
  [{ status: "Denied" as const }, "submissions_by_status"],
  // No row has this address: one that ANALYZE took into its histogram counts as a hundredth of all, for which another index is cheaper.
  [{ search: "nobody1234@" }, "submissions_search"],
  [{ receiptId: "R-777" }, "submissions_by_receipt"],
  [{ orderNumber: "#P777" }, "submissions_by_order_name"],
  [{ orderNumber: "P777" }, "submissions_by_order_name"],
  [{ shippingState: "nowhere" }, "submissions_by_state"],
  [{ createdDate: "06/01/2024" }, "submissions_by_creation"],
  [{ purchaseDate: "06/01/2024" }, "submissions_by_purchase_day"],
  [{ shippingAddressUsed: "true" as const }, "submissions_by_address_use"],
])("the list by %j is read from an index, from both ends", async (input, index) => {
  for (const sortOrder of ["asc", "desc"] as const) {
    const plans = (await plansOf("submissions", () => promo.list({ ...input, sortOrder }))).join("\n");
    expect(plans).toMatch(new RegExp(`Index .*${index}`));
    expect(plans).not.toMatch(/Seq Scan on submissions/);
  }
});

test.each([
  { sortField: "email" as const },
  { sortField: "email" as const, status: "Delivered" as const },
  { sortField: "decidedDate" as const },
  { sortField: "decidedDate" as const, status: "Delivered" as const },
])("a deep page of %j skips the rows before it in the index alone", async (input) => {
  const plans = await plansOf("submissions", () => promo.list({ ...input, page: 200 }));
  expect(plans.join("\n")).toMatch(/Index Only Scan .*submissions_by_(email|decision)/);
});

test.each([
  ["createdDate", "asc", 500],
  ["createdDate", "desc", 500],
  ["createdDate", "asc", 1_000],
  ["createdDate", "desc", 1_000],
  ["decidedDate", "asc", 900],
  ["decidedDate", "desc", 900],
] as const)("by %s %s, page %i has the submissions of its place", async (sortField, sortOrder, page) => {
  const column = sortField === "createdDate" ? "created_at" : "decided_at";
  const { database } = await import("~/platform/db/pool.server");
  for (const status of [undefined, "Delivered" as const]) {
    const last = status ? Math.floor(page / 2) : page;
    const { rows } = await database().query<{ id: number }>(
      `SELECT id::int FROM submissions WHERE status = coalesce($1, status) ORDER BY ${column} ${sortOrder}, id ${sortOrder}
        LIMIT 20 OFFSET $2`,
      [status, (last - 1) * 20],
    );
    const { list } = await promo.list({ sortField, sortOrder, status, page: last });
    expect(list.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  }
});

test("an order is looked up in its index, also where the database expects many", async () => {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ name: string }>(
    "SELECT order_name AS name FROM submissions WHERE order_name IS NOT NULL LIMIT 1",
  );
  const orderNumber = rows[0]?.name ?? "";
  for (const sortOrder of ["asc", "desc"] as const) {
    const plans = await plansOf("submissions", () => promo.list({ orderNumber, sortOrder }));
    expect(plans.join("\n")).not.toMatch(/Filter: .*order_name/);
  }
  const { list } = await promo.list({ orderNumber: orderNumber.toLowerCase() });
  expect(list.map(({ orderName }) => orderName)).toEqual([orderNumber]);
});

test.each([
  ["ages", () => promo.ages(), ["submissions_by_age"]],
  ["countries", () => promo.countries(), ["submissions_by_country"]],
  ["genders", () => promo.genders(), ["submissions_by_gender"]],
  ["purchasing methods", () => promo.purchasingMethods(), ["submissions_by_method"]],
  ["retailers", () => promo.retailers(), ["submissions_by_retailer"]],
  ["states", () => promo.states({ country: 1 }), ["submissions_by_purchase_state"]],
  [
    "people",
    () => promo.people(),
    ["submissions_by_reviewer", "submissions_by_approver", "submissions_by_denier"],
  ],
  ["deny reasons", () => promo.allDenyReasons(), ["submissions_by_deny_reason"]],
])("the %s of submissions are looked up one by one in an index", async (_what, read, indexes) => {
  const plans = (await plansOf("submissions", read)).join("\n");
  for (const index of indexes) expect(plans).toMatch(new RegExp(`Limit .*\n *-> +Index .*${index}`));
  expect(plans).not.toMatch(/Seq Scan on submissions/);
});

test("a page behind the end is empty", async () => {
  for (const sortOrder of ["asc", "desc"] as const)
    expect(await promo.list({ sortOrder, page: 100_000_000 })).toMatchObject({
      total: SUBMISSIONS,
      list: [],
    });
});

test.each([
  ["the queue", () => promo.queue({ assignmentType: "assignmentQueue" })],
  ["the queue by name", () => promo.queue({ assignmentType: "assigned", sortField: "name" })],
  ["the approvals", () => promo.csrApproval({})],
  ["loyalty orders", () => promo.loyaltyOrders({})],
  ["denied loyalty orders", () => promo.loyaltyOrders({ status: "Denied" })],
])("%s don't read all submissions", async (_what, read) => {
  const plans = await plansOf("submissions", read);
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.join("\n")).not.toMatch(/Seq Scan on submissions/);
});
