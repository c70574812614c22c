import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  bulkLinesOf,
  type CatalogStore,
  dataOf,
  deliveriesOf,
  startCatalog,
  variantIdsOf,
} from "./support/catalog-store.ts";
import { SHOP } from "./support/running-store.ts";

let running: CatalogStore;
beforeAll(async () => {
  running = await startCatalog();
});
beforeEach(() => deliveries());
afterAll(() => running?.close());

const call = (query: string, variables?: Record<string, unknown>) => dataOf(running, query, variables);
const deliveries = () => deliveriesOf(running);

test("price lists have fixed and relative prices", async () => {
  const list = await running.store.pool.query(
    `INSERT INTO price_lists (shop, name, currency, adjustment_percent, catalog_title, created_at)
     VALUES ($1, 'Employees', 'USD', -20, 'Employees', now()) RETURNING id`,
    [SHOP],
  );
  const priceListId = `gid://shopify/PriceList/${list.rows[0].id}`;
  const [first, second] = await variantIdsOf(running);
  const add = `mutation P($priceListId: ID!, $prices: [PriceListPriceInput!]!) {
    priceListFixedPricesAdd(priceListId: $priceListId, prices: $prices) {
      prices { price { amount currencyCode } compareAtPrice { amount } variant { id sku } } userErrors { code field message } } }`;
  const price = (variantId: string | undefined, amount: string, currencyCode = "USD") => ({
    variantId,
    price: { amount, currencyCode },
  });
  const added = await call(add, { priceListId, prices: [price(first, "9.5")] });
  expect(added.priceListFixedPricesAdd).toEqual({
    prices: [
      {
        price: { amount: "9.5", currencyCode: "USD" },
        compareAtPrice: null,
        variant: { id: first, sku: "DRI-1" },
      },
    ],
    userErrors: [],
  });
  const wrong = await call(add, {
    priceListId,
    prices: [price(first, "1", "EUR"), price("gid://shopify/ProductVariant/1", "1")],
  });
  expect(wrong.priceListFixedPricesAdd.userErrors.map((error: { code: string }) => error.code)).toEqual([
    "PRICE_LIST_CURRENCY_MISMATCH",
    "VARIANT_NOT_FOUND",
  ]);
  const read = `query L($after: String, $originType: PriceListPriceOriginType) { priceLists(first: 5) { nodes { id name currency fixedPricesCount
    catalog { id title } prices(first: 2, after: $after, originType: $originType) {
      nodes { originType price { amount } variant { id } } pageInfo { hasNextPage endCursor } } } } }`;
  const page = (await call(read)).priceLists.nodes[0];
  expect(page).toMatchObject({
    name: "Employees",
    currency: "USD",
    fixedPricesCount: 1,
    catalog: { title: "Employees" },
  });
  expect(page.prices.nodes).toEqual([
    { originType: "FIXED", price: { amount: "9.5" }, variant: { id: first } },
    { originType: "RELATIVE", price: { amount: "23.99" }, variant: { id: second } },
  ]);
  expect(page.prices.pageInfo.hasNextPage).toBe(true);
  const next = (await call(read, { after: page.prices.pageInfo.endCursor })).priceLists.nodes[0].prices;
  expect([next.nodes.length, next.pageInfo.hasNextPage]).toEqual([1, false]);
  const fixed = (await call(read, { originType: "FIXED" })).priceLists.nodes[0].prices;
  expect(fixed.nodes).toHaveLength(1);
  const lines = await bulkLinesOf(
    running,
    `{ priceLists { edges { node { id name
    prices(originType: FIXED) { edges { node { price { amount } variant { id } } } } } } } }`,
  );
  expect(lines).toEqual([
    { id: priceListId, name: "Employees" },
    { price: { amount: "9.5" }, variant: { id: first }, __parentId: priceListId },
  ]);
  expect((await deliveries()).map(({ topic }) => topic)).toEqual(["bulk_operations/finish"]);
});
