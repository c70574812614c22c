/** What the advanced filters of All Submissions offer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAccess } from "../../support/calls.ts";
import { openTwoShops, refusalOf, SECOND, type TwoShops } from "../console/two-shops.ts";
import { rowsInFile, work } from "../exports/support.ts";
import { addPromotion, addReason, addSubmission } from "./support.ts";

let shops: TwoShops;
const ids: Record<string, number> = {};
beforeAll(async () => {
  shops = await openTwoShops("promo_filter_options");
  const { query } = shops;
  await addPromotion(query);
  await addReason(query, "deny_reasons", { reason: "Too late" });
  await addReason(query, "deny_reasons", { reason: "Never given", is_deleted: true });
  const deleted = await addReason(query, "deny_reasons", { reason: "Too late", is_deleted: true });
  await addReason(query, "deny_reasons", { reason: "Not a member", is_loyalty: true });
  // The second administrator doesn't have this function's flag, and the administrator 90 was removed.
  ids.removed = await addSubmission(query, {
    status: "Denied",
    retailer: "Closed Store",
    gender: "Nonbinary",
    age_range: "65+",
    purchasing_method: "By phone",
    purchase_state: "Guam",
    shipping_country: "Canada",
    reviewer_id: "2",
    reviewer_email: "sam@shop.example",
    denier_id: "90",
    denier_email: "former@shop.example",
    denied_at: new Date("2026-06-06T10:00:00Z"),
    deny_reason_id: deleted,
  });
  const renamed = { approver_id: "91", status: "Approved" };
  await addSubmission(query, {
    ...renamed,
    approver_email: "before@shop.example",
    approved_at: new Date("2026-06-02T10:00:00Z"),
  });
  await addSubmission(query, {
    ...renamed,
    approver_email: "after@shop.example",
    approved_at: new Date("2026-06-03T10:00:00Z"),
  });
  await addSubmission(query, { retailer: "Another shop's store", reviewer_id: "92" }, SECOND);
});
afterAll(() => shops.close());

test("choices are those of the promotions, then what submissions have beside them", async () => {
  const { promo } = await shops.as("1");
  const lists = await Promise.all([
    promo.retailers(),
    promo.genders(),
    promo.ages(),
    promo.purchasingMethods(),
    promo.states({ country: 1 }),
    promo.countries(),
  ]);
  expect(lists.map(({ list }) => list.map(({ id: _id, ...row }) => Object.values(row)[0]))).toEqual([
    ["Tool Depot", "Hardware Inc", "Closed Store"],
    ["Female", "Male", "Nonbinary"],
    ["18-24", "25-34", "65+"],
    ["In store", "Online", "By phone"],
    ["Ohio", "Texas", "Guam"],
    ["United States", "Canada"],
  ]);
  expect(lists.every(({ isComplete }) => isComplete)).toBe(true);
});

test("people are the reviewers and former ones, by their latest email", async () => {
  const { promo } = await shops.as("1");
  expect((await promo.people()).list).toEqual([
    { id: "91", email: "after@shop.example" },
    { id: "90", email: "former@shop.example" },
    { id: "1", email: "person1@backroom-demo.myshopify.com" },
    { id: "2", email: "sam@shop.example" },
  ]);
  expect((await promo.list({ denier: "90" })).list.map(({ id }) => id)).toEqual([ids.removed]);
});

test("deny reasons have those of loyalty orders, and the deleted ones that submissions have", async () => {
  const { promo } = await shops.as("1");
  const { list } = await promo.allDenyReasons();
  expect(list.map(({ reason, isLoyalty, isDeleted }) => [reason, isLoyalty, isDeleted])).toEqual([
    ["Too late", false, false],
    ["Not a member", true, false],
    ["Too late", false, true],
  ]);
  const denyReason = Number(list[2]?.id);
  expect((await promo.list({ denyReason })).list.map(({ id }) => id)).toEqual([ids.removed]);
});

test("the page names deleted and loyalty reasons as such", async () => {
  const { readFilterOptions } = await import("~/functions/promo/read-answers.server");
  const { promo } = await shops.as("1");
  const { options } = await readFilterOptions(promo);
  expect(options?.denyReason?.map(({ label }) => label)).toEqual([
    "Too late",
    "Not a member (loyalty)",
    "Too late (deleted)",
  ]);
  expect(options?.retailer?.map(({ label }) => label)).toContain("Closed Store");
});

test("the export names a former administrator and a deleted reason", async () => {
  const { promo, jobs } = await shops.as("1");
  const denyReason = Number((await promo.allDenyReasons()).list[2]?.id);
  const { jobId } = await promo.exportList({ denier: "90", denyReason, search: "" });
  await work(jobId);
  const { file } = await jobs.detail({ id: jobId });
  const lines = (await rowsInFile(file?.id ?? "")).flatMap(([first]) => first ?? []);
  expect(lines).toEqual(expect.arrayContaining(["Denier: former@shop.example", "Reason: Too late"]));
});

test("a field with very many values is typed instead of chosen", async () => {
  const { query, as } = shops;
  const { promo } = await as("1");
  await query(
    `INSERT INTO submissions (shop, promotion_id, is_loyalty, operation_id, link_id, created_at, first_name, last_name, purchasing_method,
       purchase_day, receipt_id, receipt_key, model_number, retailer, purchase_state, shipping_first_name, shipping_last_name,
       shipping_address1, shipping_city, shipping_state, shipping_postal_code, shipping_country)
     SELECT shop, promotion_id, is_loyalty, gen_random_uuid(), gen_random_uuid(), created_at, first_name, last_name, purchasing_method,
       purchase_day, receipt_id, receipt_key, model_number, 'Store ' || n, purchase_state, shipping_first_name, shipping_last_name,
       shipping_address1, shipping_city, shipping_state, shipping_postal_code, shipping_country
       FROM submissions, generate_series(1, 500) AS n WHERE id = $1`,
    [ids.removed],
  );
  expect((await promo.retailers()).isComplete).toBe(false);
  const { readFilterOptions } = await import("~/functions/promo/read-answers.server");
  expect((await readFilterOptions(promo)).options?.retailer).toBeNull();
});

test("the options are refused without the tab", async () => {
  await grantAccess("3", ["showPromotion"], { tabLimits: { showPromotion: ["DenyList"] } });
  const { promo } = await shops.as("3");
  for (const call of [promo.people(), promo.allDenyReasons(), promo.retailers()])
    expect((await refusalOf(call)).status).toBe(403);
});
