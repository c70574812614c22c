import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { VariantChange } from "~/domain/products/hooks.server";
import { addProductTags, deleteProduct, touchProduct } from "../../../local-store/catalog/change-product.ts";
import { ensureCollection, setInCollection } from "../../../local-store/catalog/collections.ts";
import { updateVariants } from "../../../local-store/catalog/update-variants.ts";
import { transaction } from "../../../local-store/data/database.ts";
import { deleteMetafields } from "../../../local-store/data/metafields.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { deliver, queuedDeliveries } from "../../guarantees/support/webhooks.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import {
  addProduct,
  failForChangesTo,
  listenToVariantChanges,
  type ReportedChange,
  refreshProducts,
  staleProducts,
} from "./support.ts";

let shop: TestShop;
let reported: ReportedChange[];
let product: number;
/** The product's variants by their SKU, in the store. */
let variants: Map<string, number>;
/** The deliveries that the store has queued before the test. */
let queuedBefore = 0;
let serial = 0;
const TEXT = "single_line_text_field";

beforeAll(async () => {
  shop = await openTestShop("products_webhooks");
  await signIn([shop.token("1"), shop.token("1", SECOND)]);
});
beforeEach(async () => {
  serial += 1;
  product = await addProduct(shop.localStore, {
    handle: `mug-${serial}`,
    title: "Mug",
    tags: ["kitchen"],
    images: [{ source: "https://cdn.example/mug.jpg", alt: "A mug" }],
    metafields: [{ namespace: "specs", key: "material", type: TEXT, value: "Stoneware" }],
    variants: [
      { sku: "MUG-RED", price_cents: 1200, cost_cents: 300, option_values: ["Red"] },
      { sku: "MUG-BLUE", price_cents: 1300, option_values: ["Blue"] },
    ],
  });
  const { rows } = await shop.localStore.store.pool.query<{ id: number; sku: string }>(
    "SELECT id, sku FROM variants WHERE product_id = $1",
    [product],
  );
  variants = new Map(rows.map(({ id, sku }) => [sku, id]));
  await readProduct();
  reported = await listenToVariantChanges();
  queuedBefore = (await queuedDeliveries(shop.localStore, DEMO)).at(-1)?.id ?? 0;
  shop.localStore.store.counters.reset(DEMO);
});
afterAll(() => shop.close());

async function query<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows as Row[];
}
async function readProduct(): Promise<void> {
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, [product], { priority: "bulk" });
}
const changePrice = (sku: string, price_cents: number) =>
  updateVariants(
    shop.localStore.store,
    DEMO,
    product,
    [{ id: variants.get(sku) ?? 0, values: { price_cents } }],
    false,
  );
const queued = () => queuedDeliveries(shop.localStore, DEMO, queuedBefore);
const mirroredPrices = () =>
  query("SELECT sku, price_cents::int AS price FROM variants WHERE product_id = $1 ORDER BY position", [
    product,
  ]);
const mirroredMetafields = async () =>
  (await query("SELECT metafields FROM products WHERE id = $1", [product]))[0]?.metafields;
const reads = () => shop.localStore.store.counters.of(DEMO).requests.ProductsByIds ?? 0;
const changes = (): VariantChange[] => reported.flatMap((each) => each.changes);
const stale = () => query("SELECT 1 FROM stale_products WHERE product_id = $1", [product]);

test("a price that changed in the store is reported once with the price before, under duplicates in reverse order", async () => {
  await changePrice("MUG-RED", 1500);
  await changePrice("MUG-RED", 1700);
  const deliveries = await queued();
  expect(deliveries.map(({ topic }) => topic)).toEqual(["products/update", "products/update"]);
  for (const delivery of deliveries.flatMap((one) => [one, one, one]).reverse()) {
    expect(await deliver(delivery)).toBe(200);
    await refreshProducts();
  }
  expect(await mirroredPrices()).toEqual([
    { sku: "MUG-RED", price: 1700 },
    { sku: "MUG-BLUE", price: 1300 },
  ]);
  expect(changes()).toMatchObject([
    {
      variantNumber: variants.get("MUG-RED"),
      productNumber: product,
      before: { sku: "MUG-RED", price: 1200, compareAtPrice: null },
      after: { sku: "MUG-RED", price: 1700, compareAtPrice: null },
    },
  ]);
  expect(reported).toMatchObject([{ shop: DEMO, origin: null }]);
});

test("a webhook that is older than the mirror changes nothing and reads nothing", async () => {
  await changePrice("MUG-RED", 1500);
  const [delivery] = await queued();
  await readProduct();
  shop.localStore.store.counters.reset(DEMO);
  reported.length = 0;
  const old = { ...(delivery?.payload as object), updated_at: "2026-01-01T00:00:00Z", title: "An old title" };
  expect(await deliver({ shop: DEMO, topic: "products/update", payload: old })).toBe(200);
  await refreshProducts();
  expect(reads()).toBe(0);
  expect(changes()).toEqual([]);
  expect(await mirroredPrices()).toContainEqual({ sku: "MUG-RED", price: 1500 });
});

test("a price that the currency can't represent is left to the reading of the product", async () => {
  await changePrice("MUG-RED", 1500);
  const [delivery] = await queued();
  const payload = JSON.parse(JSON.stringify(delivery?.payload).replace('"15.00"', '"15.005"'));
  expect(await deliver({ shop: DEMO, topic: "products/update", payload })).toBe(200);
  expect(changes()).toEqual([]);
  expect(await mirroredPrices()).toContainEqual({ sku: "MUG-RED", price: 1200 });
  await refreshProducts();
  expect(await mirroredPrices()).toContainEqual({ sku: "MUG-RED", price: 1500 });
});

test.each(["inventory_quantity", "title", "sku"])(
  "a price is reported also by a webhook whose variants have no %s, and the product is read",
  async (name) => {
    await changePrice("MUG-RED", 1500);
    const [delivery] = await queued();
    const sent = delivery?.payload as { variants: object[] };
    const payload = {
      ...sent,
      variants: sent.variants.map((variant) => ({ ...variant, [name]: undefined })),
    };
    expect(await deliver({ shop: DEMO, topic: "products/update", payload })).toBe(200);
    expect(await mirroredPrices()).toContainEqual({ sku: "MUG-RED", price: 1500 });
    await refreshProducts();
    expect(reads()).toBe(1);
    expect(changes()).toHaveLength(1);
  },
);

test("a webhook that repeats what the mirror has causes no read", async () => {
  await changePrice("MUG-RED", 1500);
  await readProduct();
  shop.localStore.store.counters.reset(DEMO);
  for (const delivery of await queued()) expect(await deliver(delivery)).toBe(200);
  expect(await stale()).toEqual([]);
  await refreshProducts();
  expect(reads()).toBe(0);
});

test.each([
  ["variants", { variants: undefined }],
  ["media", { media: undefined }],
  ["tags", { tags: undefined }],
  ["everything but the id", null],
])("a webhook without %s is repaired by reading the product", async (_what, missing) => {
  await changePrice("MUG-RED", 1500);
  const [delivery] = await queued();
  await readProduct();
  shop.localStore.store.counters.reset(DEMO);
  const payload = missing ? { ...(delivery?.payload as object), ...missing } : { id: product };
  expect(await deliver({ shop: DEMO, topic: "products/update", payload })).toBe(200);
  await refreshProducts();
  expect(reads()).toBe(1);
  expect(await mirroredPrices()).toContainEqual({ sku: "MUG-RED", price: 1500 });
});

test("what a webhook doesn't contain is read with it: unit costs and collections", async () => {
  const { store } = shop.localStore;
  const sale = await transaction(store, (client) => ensureCollection(client, store, DEMO, "Sale"));
  await setInCollection(store, DEMO, sale.id, product, true);
  const id = variants.get("MUG-BLUE") ?? 0;
  await updateVariants(store, DEMO, product, [{ id, values: { cost_cents: 450 } }], false);
  for (const delivery of await queued()) expect(await deliver(delivery)).toBe(200);
  await refreshProducts();
  expect(await query("SELECT unit_cost_cents::int AS cost FROM variants WHERE id = $1", [id])).toEqual([
    { cost: 450 },
  ]);
  expect(await query("SELECT collections FROM products WHERE id = $1", [product])).toEqual([
    { collections: [{ id: sale.id, title: "Sale", handle: "sale" }] },
  ]);
  // A cost isn't a price.
  expect(changes()).toEqual([]);
});

test("metafields that are added, changed and deleted in the store arrive with the product's webhooks", async () => {
  const { liveAdminApi } = await import("~/connectors/shopify/live.server");
  const { metafieldsSet } = await import("~/connectors/shopify/operations/metafields");
  const ownerId = `gid://shopify/Product/${product}`;
  const set = (key: string, value: string) => ({ ownerId, namespace: "specs", key, type: TEXT, value });
  const receiveAll = async () => {
    for (const delivery of await queued()) expect(await deliver(delivery)).toBe(200);
    await refreshProducts();
  };
  await liveAdminApi(DEMO).run(metafieldsSet, {
    metafields: [set("material", "Porcelain"), set("care", "Dishwasher safe")],
  });
  await receiveAll();
  expect(await mirroredMetafields()).toEqual({
    "specs.care": { type: TEXT, value: "Dishwasher safe" },
    "specs.material": { type: TEXT, value: "Porcelain" },
  });

  const { store } = shop.localStore;
  // Shopify's times are whole seconds: the deletion happens in a later one than the last reading.
  await query("UPDATE products SET updated_at = updated_at - interval '1 minute' WHERE id = $1", [product]);
  const material = { ownerType: "PRODUCT", ownerId: product, namespace: "specs", key: "material" } as const;
  await deleteMetafields(store, DEMO, [material], async (client) => {
    await touchProduct(client, store, DEMO, product);
  });
  await receiveAll();
  expect(await mirroredMetafields()).toEqual({ "specs.care": { type: TEXT, value: "Dishwasher safe" } });
});

test("products/delete removes the product and reports its variants, and a late update doesn't bring it back", async () => {
  await changePrice("MUG-RED", 1500);
  await deleteProduct(shop.localStore.store, DEMO, product);
  const [update, deletion] = await queued();
  if (!update || !deletion) throw new Error("The store queued no deliveries.");
  for (const delivery of [deletion, update, deletion]) {
    expect(await deliver(delivery)).toBe(200);
    await refreshProducts();
  }
  expect(await query("SELECT 1 FROM products WHERE id = $1", [product])).toEqual([]);
  expect(await mirroredPrices()).toEqual([]);
  expect(changes().map(({ before, after }) => [before?.sku, after])).toEqual([
    ["MUG-RED", null],
    ["MUG-BLUE", null],
  ]);
});

test("another shop's webhook about the same number changes nothing here", async () => {
  expect(await deliver({ shop: SECOND, topic: "products/delete", payload: { id: product } })).toBe(200);
  expect(await mirroredPrices()).toHaveLength(2);
  expect(changes()).toEqual([]);
});

/** Reads stale products again, while Shopify fails to answer about some. */
async function refreshWithoutAnswersFor(ids: readonly number[]): Promise<void> {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) =>
    ids.some((id) => String(init?.body).includes(`"gid://shopify/Product/${id}"`))
      ? new Response("", { status: 500 })
      : original(input, init);
  try {
    await refreshProducts();
  } finally {
    globalThis.fetch = original;
  }
}

test("a product that can't be written stays stale, and the others are read", async () => {
  const cup = await addProduct(shop.localStore, {
    handle: `cup-${serial}`,
    variants: [{ sku: "CUP", price_cents: 500, option_values: ["White"] }],
  });
  const [{ productsMirror }, { withShop }] = await Promise.all([
    import("~/domain/products/mirror.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  await changePrice("MUG-RED", 1777);
  await withShop(DEMO, (tx) => productsMirror.markStale(tx, DEMO, [product, cup]));
  await failForChangesTo(1_777);
  await expect(refreshProducts()).rejects.toThrow(`These products could not be mirrored: ${product}.`);
  expect(await staleProducts()).toEqual([product]);
  expect(await query("SELECT sku FROM variants WHERE product_id = $1", [cup])).toEqual([{ sku: "CUP" }]);

  reported = await listenToVariantChanges();
  await refreshProducts();
  expect(await staleProducts()).toEqual([]);
  expect(await mirroredPrices()).toContainEqual({ sku: "MUG-RED", price: 1777 });
});

test("a product that Shopify fails to read stays stale, and the others of its call are read", async () => {
  const { productsMirror } = await import("~/domain/products/mirror.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  await changePrice("MUG-RED", 1888);
  await withShop(DEMO, (tx) => productsMirror.markStale(tx, DEMO, [1, product]));
  await expect(refreshWithoutAnswersFor([1])).rejects.toThrow("These products could not be mirrored: 1.");
  expect(await staleProducts()).toEqual([1]);
  expect(await mirroredPrices()).toContainEqual({ sku: "MUG-RED", price: 1888 });
  await refreshProducts();
  expect(await staleProducts()).toEqual([]);
});

test("a product that a run read before it ended isn't read again", async () => {
  const { productsMirror } = await import("~/domain/products/mirror.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  await changePrice("MUG-RED", 1999);
  for (const id of [product, 1, 2]) await withShop(DEMO, (tx) => productsMirror.markStale(tx, DEMO, [id]));
  await expect(refreshWithoutAnswersFor([1, 2])).rejects.toThrow("Shopify didn't answer as it should.");
  expect(await staleProducts()).toEqual([1, 2]);
  expect(await mirroredPrices()).toContainEqual({ sku: "MUG-RED", price: 1999 });
  await refreshProducts();
  expect(await staleProducts()).toEqual([]);
});

test("without Shopify, a run ends after two products, and the next one begins with the others", async () => {
  const { productsMirror } = await import("~/domain/products/mirror.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  for (const id of [1, 2, 3, product]) await withShop(DEMO, (tx) => productsMirror.markStale(tx, DEMO, [id]));
  const { faults } = shop.localStore.store;
  faults.setFor(DEMO, "ProductsByIds", { serverError: 1 });
  await expect(refreshProducts()).rejects.toThrow("Shopify didn't answer as it should.");
  expect(await staleProducts()).toEqual([3, product, 1, 2]);
  faults.reset(DEMO);
  await refreshProducts();
  expect(await staleProducts()).toEqual([]);
});

test("a handler that fails undoes the write, and the next reading reports the change", async () => {
  await failForChangesTo(1_500);
  await changePrice("MUG-RED", 1500);
  await expect(readProduct()).rejects.toThrow("The log is full.");
  expect(await mirroredPrices()).toContainEqual({ sku: "MUG-RED", price: 1200 });
  reported = await listenToVariantChanges();
  await readProduct();
  expect(changes()).toMatchObject([{ before: { price: 1200 }, after: { price: 1500 } }]);
});

test("a change that Backroom makes is written through with who made it, and its webhooks aren't news", async () => {
  const [{ liveAdminApi }, { PRODUCT_IN_ANSWER }, { writeThroughProducts }, { requireShop }, { withShop }] =
    await Promise.all([
      import("~/connectors/shopify/live.server"),
      import("~/connectors/shopify/operations/products"),
      import("~/domain/products/mirror.server"),
      import("~/platform/auth/shops.server"),
      import("~/platform/db/with-shop.server"),
    ]);
  type ProductNode = Parameters<typeof writeThroughProducts>[2][number];
  const mutation = {
    name: "ChangePrices",
    text: `mutation ChangePrices($id: ID!, $variants: [ProductVariantsBulkInput!]!) {
      productVariantsBulkUpdate(productId: $id, variants: $variants) { product { ${PRODUCT_IN_ANSWER} } userErrors { message } } }`,
    repeatable: true,
    isMutation: true,
    types: undefined as unknown as (variables: object) => {
      productVariantsBulkUpdate: { product: ProductNode };
    },
  };
  const answer = await liveAdminApi(DEMO).run(mutation, {
    id: `gid://shopify/Product/${product}`,
    variants: [
      {
        id: `gid://shopify/ProductVariant/${variants.get("MUG-BLUE")}`,
        price: "9.99",
        compareAtPrice: "13.00",
      },
    ],
  });
  const origin = { actor: { id: "1", name: "Olive Owner" }, source: "price schedule" };
  const installed = await requireShop(DEMO);
  await withShop(DEMO, (tx) =>
    writeThroughProducts(tx, installed, [answer.productVariantsBulkUpdate.product], origin),
  );
  expect(reported).toMatchObject([
    {
      origin,
      changes: [
        {
          before: { sku: "MUG-BLUE", price: 1300, compareAtPrice: null },
          after: { sku: "MUG-BLUE", price: 999, compareAtPrice: 1300 },
        },
      ],
    },
  ]);
  expect(await mirroredMetafields()).toEqual({ "specs.material": { type: TEXT, value: "Stoneware" } });
  const deliveries = await queued();
  expect(deliveries).toHaveLength(1);
  for (const delivery of deliveries) expect(await deliver(delivery)).toBe(200);
  await refreshProducts();
  expect(reads()).toBe(0);
  expect(reported).toHaveLength(1);

  await addProductTags(shop.localStore.store, DEMO, product, ["outside"]);
  for (const delivery of await queued()) expect(await deliver(delivery)).toBe(200);
  await refreshProducts();
  expect(await query("SELECT tags FROM products WHERE id = $1", [product])).toEqual([
    { tags: ["kitchen", "outside"] },
  ]);
});
