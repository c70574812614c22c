/** The price workbench: which products are chosen, what a rule makes of their prices, and the plan that becomes a price file. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { importForm as priceImport } from "~/functions/bulkprice/import";
import { readSheet } from "~/platform/sheets/reading/read-sheet";
import { toXlsx } from "~/platform/sheets/workbook";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { saveLimit } from "../../support/safeguards.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, rowsOf, undo, work } from "../imports/support.ts";
import {
  addMirroredProduct,
  applyDue,
  changeElsewhere,
  inHours,
  inStore,
  readIntoMirror,
} from "./support.ts";

let shop: TestShop;
let owner: Calls;
let vise: number;

const RULE = { kind: "lower-percent", by: "20", ending: "99", compareAt: "keep" } as const;

/** Sets what products are chosen by. */
async function describeProduct(number: number, vendor: string, tags: string[]): Promise<void> {
  await shop.localStore.store.pool.query(
    "UPDATE products SET vendor = $3, tags = $4 WHERE shop = $1 AND id = $2",
    [DEMO, number, vendor, tags],
  );
  await readIntoMirror([number]);
}

beforeAll(async () => {
  shop = await openTestShop("bulkprice_workbench");
  owner = await signedInCalls(shop);
  vise = await addMirroredProduct(shop, "vise", [
    { sku: "VISE-1", price: 1_999, cost: 1_000 },
    { sku: "VISE-2", price: 2_550, compareAt: 3_000 },
  ]);
  const clamp = await addMirroredProduct(shop, "clamp", [{ sku: "CLAMP", price: 1_199, cost: 900 }]);
  const other = await addMirroredProduct(shop, "anvil", [{ sku: "ANVIL", price: 50_000 }]);
  await describeProduct(vise, "Grip & Co", ["bench", "sale"]);
  await describeProduct(clamp, "Grip & Co", ["bench"]);
  await describeProduct(other, "Smith", ["bench"]);
});
afterAll(() => shop.close());

const pageOf = async (choice: Parameters<Calls["priceWorkbench"]["page"]>[0]) =>
  (await owner.priceWorkbench.page(choice)).rows;
const skusOf = async (choice: Parameters<Calls["priceWorkbench"]["page"]>[0]) =>
  (await pageOf(choice)).map(({ sku }) => sku);

test("products are chosen by vendor, tag, a list of SKUs, and a search", async () => {
  expect(await skusOf({ vendor: "Grip & Co" })).toEqual(["CLAMP", "VISE-1", "VISE-2"]);
  expect(await skusOf({ vendor: "Grip & Co", tag: "sale" })).toEqual(["VISE-1", "VISE-2"]);
  expect(await skusOf({ tag: "bench", search: "vis" })).toEqual(["VISE-1", "VISE-2"]);
  expect(await skusOf({ tag: "bench", search: "anv" })).toEqual(["ANVIL"]);
  const list = await owner.priceWorkbench.storeSkus({ text: " CLAMP\nVISE-2;NONE, clamp\n" });
  expect(list).toMatchObject({ skus: 4, unknown: ["NONE", "clamp"], unknownCount: 2 });
  expect(await skusOf({ skus: list.id })).toEqual(["CLAMP", "VISE-2"]);
  await expect(owner.priceWorkbench.storeSkus({ text: " ,\n" })).rejects.toMatchObject({ status: 400 });
  const { vendors, tags } = await owner.priceWorkbench.choices();
  expect(vendors).toContainEqual({ value: "Grip & Co", label: "Grip & Co", products: 2 });
  expect(tags).toContainEqual({ value: "bench", label: "bench", products: 3 });
});

test("a preview has old and new prices, the margin, the change and the lowest price of 30 days", async () => {
  // A lower price of the last days counts, although it is over.
  await changeElsewhere(shop, vise, "VISE-2", 2_100);
  await changeElsewhere(shop, vise, "VISE-2", 2_550);
  // Shopify dates a change in whole seconds, so that one in the second of the installation seems to be before it.
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `UPDATE shops SET installed_at = (SELECT min(changed_at) + interval '0.9 s' FROM price_log
                                       WHERE sku = 'VISE-2' AND current_cents = 2100) WHERE shop = $1`,
    [DEMO],
  );
  expect(await pageOf({ vendor: "Grip & Co", ...RULE, compareAt: "lowest" })).toMatchObject([
    // 959.2 → 959 → 9.99, nearer than 8.99.
    { sku: "CLAMP", price: "11.99", newPrice: "9.99", change: "-16.7%", margin: "24.9%", newMargin: "9.9%" },
    {
      sku: "VISE-1",
      newPrice: "15.99",
      change: "-20.0%",
      margin: "50.0%",
      newMargin: "37.5%",
      lowest: "19.99",
    },
    // 2040 → 19.99, nearer than 20.99. The lowest price becomes its compare-at price.
    {
      sku: "VISE-2",
      newPrice: "19.99",
      margin: null,
      hasCost: false,
      lowest: "21.00",
      newCompareAt: "21.00",
    },
  ]);
  expect(
    (await pageOf({ tag: "sale", kind: "margin", by: "50" })).map((row) => row.newPrice ?? row.problem),
  ).toEqual(["20.00", expect.stringMatching(/no cost/)]);
  await expect(owner.priceWorkbench.page({ by: "150" })).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { by: expect.stringContaining("up to 100") } },
  });
});

test("a plan needs a second administrator above the limit, is applied, and is undone as a file", async () => {
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showBulkPrice"]);
  const second = await signedInCalls(shop, "2");
  await saveLimit(
    owner.priceGuardRails.save({ maxDropPercent: "19.5", minMarginPercent: "", approvalAboveProducts: "1" }),
  );
  const plan = {
    vendor: "Grip & Co",
    ...RULE,
    name: "Grip & Co: Lower by 20%",
    effectiveAt: inHours(1).toISOString(),
    operationId: "00000000-plan",
  };
  expect((await pageOf({ vendor: "Grip & Co", ...RULE }))[1]?.limit).toMatch(/At most 19\.5% is allowed/);
  await saveLimit(
    owner.priceGuardRails.save({ maxDropPercent: "", minMarginPercent: "", approvalAboveProducts: "1" }),
  );
  const { importId, prices } = await owner.priceWorkbench.plan(plan);
  expect(prices).toBe(3);
  // A repetition answers the same plan.
  expect(await owner.priceWorkbench.plan(plan)).toEqual({ importId, prices });
  const run = await owner.imports.detail({ id: importId });
  expect(run).toMatchObject({ fileName: plan.name, counts: { change: 3, refused: 0 } });
  expect(run.warning).toMatch(/^This file changes 2 products, and one administrator may change 1 product\./);
  expect((await rowsOf(owner, importId)).map(({ cells }) => cells.slice(0, 3))).toEqual([
    ["CLAMP", "9.99", ""],
    ["VISE-1", "15.99", ""],
    ["VISE-2", "19.99", "30.00"],
  ]);
  await expect(owner.imports.start({ id: importId })).rejects.toMatchObject({ status: 409 });
  await work((await second.imports.start({ id: importId })).jobId);
  await applyDue(inHours(2));
  expect((await inStore(shop, vise)).prices).toEqual({ "VISE-1": 1_599, "VISE-2": 1_999 });
  await undo(owner, importId);
  expect(await inStore(shop, vise)).toMatchObject({
    prices: { "VISE-1": 1_999, "VISE-2": 2_550 },
    compareAt: { "VISE-1": null, "VISE-2": 3_000 },
  });
});

test("a plan that isn't possible says why, and makes none", async () => {
  const plan = { vendor: "Smith", ...RULE, name: "Plan", effectiveAt: inHours(1).toISOString() };
  const before = await owner.imports.list({ kind: "prices" });
  await expect(
    owner.priceWorkbench.plan({ ...plan, effectiveAt: inHours(-1).toISOString() }),
  ).rejects.toMatchObject({ status: 400, data: { fieldErrors: { effectiveAt: "Date not valid." } } });
  await expect(owner.priceWorkbench.plan({ ...plan, endAt: plan.effectiveAt })).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { endAt: expect.stringMatching(/^End date not valid/) } },
  });
  await expect(owner.priceWorkbench.plan({ ...plan, by: "" })).rejects.toMatchObject({ status: 400 });
  await expect(owner.priceWorkbench.plan({ ...plan, vendor: "Unknown" })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^No price of these products would change/),
  });
  expect(await owner.imports.list({ kind: "prices" })).toEqual(before);
});

test("current prices are downloaded as a template that the import reads", async () => {
  const { data, frame } = await owner.exports.currentPrices.rows({
    query: { vendor: "Grip & Co" },
    body: { searchValue: "" },
  });
  const rows = data.map((row) => frame.columns.map(({ title }) => row[title] ?? ""));
  const { columns, slices } = await readSheet(new Blob([await toXlsx({ ...frame, rows })]), "prices.xlsx", {
    expected: priceImport.fields.flatMap(({ label, synonyms }) => [label, ...synonyms]),
  });
  const sent = JSON.parse(new TextDecoder().decode(slices[0])) as { number: number; cells: string[] }[];
  const { run, suggested } = await owner.imports.open({
    kind: "prices",
    fileName: "prices.xlsx",
    sha256: "0".repeat(64),
    columns: columns.map(({ heading }) => heading),
    rowCount: sent.length,
  });
  expect(suggested.filter(Boolean)).toEqual([
    "MODEL",
    "PRICE",
    "COMPARE_AT_PRICE",
    "EFFECTIVE_DATE",
    "END_DATE",
    "BELOW_MAPP_ITEM_TAG",
  ]);
  await owner.imports.decide({ id: run.id, mapping: suggested, blanks: "keep" });
  await owner.imports.send({ id: run.id, rows: sent });
  await owner.imports.finish({ id: run.id });
  expect(await rowsOf(owner, run.id)).toMatchObject(
    ["CLAMP", "VISE-1", "VISE-2"].map((sku) => ({
      cells: expect.arrayContaining([sku]),
      problems: [{ sentence: "Effective Date is missing. Fill it in." }],
    })),
  );
});

test("a plan that is requested again while its rows are checked is one plan", async () => {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `WITH made AS (
       INSERT INTO products (shop, id, handle, title, vendor, product_type, status, created_at, updated_at)
       SELECT $1, number, 'many-' || number, 'Many', 'Many', '', 'ACTIVE', now(), now()
         FROM generate_series(9000001, 9005000) AS number RETURNING id)
     INSERT INTO variants (shop, id, product_id, position, title, sku, price_cents, updated_at)
     SELECT $1, id, id, 1, 'Default Title', 'MANY-' || id, 1000, now() FROM made`,
    [DEMO],
  );
  const request = {
    ...RULE,
    vendor: "Many",
    name: "Many",
    effectiveAt: inHours(60).toISOString(),
    operationId: "5b1d2a0e-6f0b-4a5e-9a39-0f6c1e3f9d19",
  };
  const first = owner.priceWorkbench.plan(request);
  const staged = async () =>
    (await database().query("SELECT FROM import_rows WHERE cells ->> 0 LIKE 'MANY-%'")).rowCount;
  await expect.poll(staged).not.toBe(0);
  const second = owner.priceWorkbench.plan(request);
  expect(await second).toEqual(await first);
  expect(await first).toMatchObject({ prices: 5_000 });
});
