import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteProduct } from "../../../local-store/catalog/change-product.ts";
import { ensureCollection } from "../../../local-store/catalog/collections.ts";
import { insertProductsInBulk } from "../../../local-store/data/bulk-insert.ts";
import { transaction } from "../../../local-store/data/database.ts";
import { setFaults } from "../../guarantees/support/approvals.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { activity } from "../../support/activity.ts";
import { deleteJobs, jobOf, jobRows } from "../../support/jobs.ts";
import { stopAfterFirstWrite } from "../../support/stop-after-first-write.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import {
  addProduct,
  listenToVariantChanges,
  type ReportedChange,
  refreshProducts,
  runRebuild,
  startRebuild,
} from "./support.ts";

const PRODUCTS = 1_000;
let shop: TestShop;
let reported: ReportedChange[];
/** With every kind of media and collections. */
let shirt: number;
/** With more variants and metafields than one read returns. */
let poster: number;

beforeAll(async () => {
  shop = await openTestShop("products_rebuild");
  await signIn([shop.token("1"), shop.token("1", SECOND)]);
  const { store } = shop.localStore;
  const collections = await transaction(store, async (client) => [
    await ensureCollection(client, store, DEMO, "Summer"),
    await ensureCollection(client, store, DEMO, "Basics"),
  ]);
  shirt = await addProduct(shop.localStore, {
    handle: "linen-shirt",
    title: "Linen shirt",
    vendor: "Harbor",
    product_type: "Shirts",
    status: "DRAFT",
    tags: ["linen", "summer"],
    collections: collections.map(({ id }) => id),
    metafields: [
      { namespace: "specs", key: "material", type: "single_line_text_field", value: "Linen" },
      { namespace: "specs", key: "colors", type: "list.single_line_text_field", value: '["Sand","Sea"]' },
      { namespace: "app--1--media", key: "list", type: "json", value: "[]" },
    ],
    images: [
      { source: "https://cdn.example/front.jpg", alt: "Front" },
      { source: "https://cdn.example/back.jpg", alt: "" },
    ],
    variants: [
      {
        sku: "LS-S",
        barcode: "4006381333931",
        price_cents: 4900,
        compare_at_price_cents: 5900,
        cost_cents: 1250,
        option_values: ["S"],
      },
      { sku: "LS-M", price_cents: 4900, option_values: ["M"] },
    ],
  });
  poster = await addProduct(shop.localStore, {
    handle: "poster",
    status: "ARCHIVED",
    metafields: Array.from({ length: 130 }, (_, index) => ({
      namespace: "custom",
      key: `note_${index}`,
      type: "single_line_text_field",
      value: `Note ${index}`,
    })),
    variants: Array.from({ length: 250 }, (_, index) => ({
      sku: `P-${index}`,
      price_cents: 100 + index,
      option_values: [`No ${index}`],
    })),
  });
  await insertProductsInBulk(
    store,
    DEMO,
    Array.from({ length: PRODUCTS }, (_, index) => ({
      handle: `tea-${index}`,
      title: `Tea ${index}`,
      created_at: new Date("2026-05-01T00:00:00Z"),
      updated_at: new Date("2026-06-01T00:00:00Z"),
      variants: [
        { sku: `T-${index}-A`, price_cents: 1000 },
        { sku: null, price_cents: 2000 },
      ],
    })),
  );
  await addProduct(
    shop.localStore,
    { handle: "linen-shirt", variants: [{ sku: "LS-S", price_cents: 7700 }] },
    SECOND,
  );
});
beforeEach(async () => {
  setFaults(shop.localStore, DEMO);
  await deleteJobs();
  await query("DELETE FROM products; DELETE FROM variants; DELETE FROM stale_products; DELETE FROM mirrors");
  reported = await listenToVariantChanges();
});
afterAll(() => shop.close());

async function query<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows as Row[];
}
const counts = async () =>
  (
    await query(
      "SELECT (SELECT count(*)::int FROM products) AS products, (SELECT count(*)::int FROM variants) AS variants",
    )
  )[0];
const ALL = { products: PRODUCTS + 2, variants: 2 * PRODUCTS + 252 };
const bulkRuns = () => shop.localStore.store.counters.of(DEMO).requests.BulkRunQuery ?? 0;
const jobState = async (id: string) => (await jobOf(id)).state;

test("one bulk operation reads products of every status with everything that the mirror has of them", async () => {
  const before = bulkRuns();
  const id = await startRebuild();
  await runRebuild(id);
  expect(await jobRows(id)).toMatchObject([
    {
      state: "done",
      message: `${ALL.products} products read; 0 that weren't among them are being looked up.`,
    },
  ]);
  expect(bulkRuns() - before).toBe(1);
  expect(await counts()).toEqual(ALL);
  const { productByHandle } = await import("~/domain/products/read-products.server");
  const { variantsBySku } = await import("~/domain/products/read-variants.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  await withShop(DEMO, async (tx) => {
    expect(await productByHandle(tx, "linen-shirt")).toMatchObject({
      number: shirt,
      title: "Linen shirt",
      vendor: "Harbor",
      productType: "Shirts",
      status: "DRAFT",
      tags: ["linen", "summer"],
      collections: [
        { title: "Summer", handle: "summer" },
        { title: "Basics", handle: "basics" },
      ],
      media: [
        {
          type: "IMAGE",
          status: "READY",
          alt: "Front",
          src: "https://cdn.example/front.jpg",
          previewUrl: "https://cdn.example/front.jpg",
        },
        { type: "IMAGE", status: "READY", alt: "", src: "https://cdn.example/back.jpg" },
      ],
      metafields: {
        "specs.material": { type: "single_line_text_field", value: "Linen" },
        "specs.colors": { type: "list.single_line_text_field", value: '["Sand","Sea"]' },
      },
    });
    const found = await variantsBySku(tx, ["LS-S", "LS-M", "P-249", ""]);
    expect(found.get("LS-S")).toMatchObject([
      { barcode: "4006381333931", price: 4900, compareAtPrice: 5900, unitCost: 1250, title: "S" },
    ]);
    expect(found.get("LS-M")).toMatchObject([{ barcode: null, compareAtPrice: null, unitCost: null }]);
    expect(found.get("P-249")).toMatchObject([
      { price: 349, product: { handle: "poster", status: "ARCHIVED" } },
    ]);
    expect(found.has("")).toBe(false);
  });
  // Each variant was reported once, as new.
  expect(reported.every((each) => each.shop === DEMO && each.origin === null)).toBe(true);
  const changes = reported.flatMap((each) => each.changes);
  expect(changes).toHaveLength(ALL.variants);
  expect(new Set(changes.map(({ variantNumber }) => variantNumber)).size).toBe(ALL.variants);
  expect(changes.every(({ before }) => before === null)).toBe(true);
});

test("a second rebuild of an unchanged store reports no change of a variant", async () => {
  await runRebuild(await startRebuild());
  reported.length = 0;
  const rows = await query("SELECT xmin::text FROM variants ORDER BY id");
  await runRebuild(await startRebuild());
  expect(reported).toEqual([]);
  expect(await query("SELECT xmin::text FROM variants ORDER BY id")).toEqual(rows);
});

test("a rebuild whose process stops midway continues with the same bulk operation", async () => {
  const before = bulkRuns();
  const id = await startRebuild();
  const stop = await stopAfterFirstWrite("variants");
  await expect(runRebuild(id, { signal: stop.signal })).rejects.toThrow("The process is stopping.");
  await stop.end();
  expect((await counts())?.products).toBeLessThan(ALL.products);

  await runRebuild(id);
  expect(await jobState(id)).toBe("completed");
  expect(await counts()).toEqual(ALL);
  expect(bulkRuns() - before).toBe(1);
  // Rows that were written before the stop aren't reported again.
  expect(reported.flatMap((each) => each.changes)).toHaveLength(ALL.variants);
});

test("a canceled rebuild also cancels the bulk operation, and the next one starts over", async () => {
  const id = await startRebuild();
  await query(`CREATE FUNCTION cancel_rebuild() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN UPDATE jobs SET cancel_requested_at = now(); RETURN NEW; END $$`);
  await query(`CREATE TRIGGER canceling AFTER UPDATE OF bulk_operation_id ON mirrors FOR EACH ROW
    WHEN (NEW.bulk_operation_id IS NOT NULL) EXECUTE FUNCTION cancel_rebuild()`);
  await runRebuild(id);
  await query("DROP TRIGGER canceling ON mirrors");
  expect(await jobState(id)).toBe("cancelled");
  expect(shop.localStore.store.counters.of(DEMO).requests.BulkOperationCancel).toBe(1);
  await runRebuild(await startRebuild());
  expect(await counts()).toEqual(ALL);
});

test("products that left the store leave the mirror with their variants, and the change is reported", async () => {
  const gone = await addProduct(shop.localStore, {
    handle: "gone",
    variants: [{ sku: "GONE", price_cents: 500 }],
  });
  await runRebuild(await startRebuild());
  // The webhook is lost.
  await deleteProduct(shop.localStore.store, DEMO, gone);
  reported.length = 0;
  await runRebuild(await startRebuild());
  expect(await query("SELECT product_id FROM stale_products")).toEqual([{ product_id: String(gone) }]);
  await refreshProducts();
  expect(await counts()).toEqual(ALL);
  expect(reported.flatMap((each) => each.changes)).toMatchObject([
    { productNumber: gone, before: { sku: "GONE", price: 500, compareAtPrice: null }, after: null },
  ]);
});

test("a product that is newer in the mirror than in the listing keeps its row and its variants", async () => {
  await query(
    `INSERT INTO products (shop, id, handle, title, vendor, product_type, status, created_at, updated_at)
     VALUES ($1, $2, 'linen-shirt', 'Newer', '', '', 'ACTIVE', now(), now() + interval '1 hour')`,
    [DEMO, shirt],
  );
  await query(
    "INSERT INTO variants (shop, id, product_id, position, title, sku, price_cents, updated_at) VALUES ($1, 1, $2, 1, 'S', 'NEW', 100, now())",
    [DEMO, shirt],
  );
  await runRebuild(await startRebuild());
  expect(await query("SELECT title FROM products WHERE id = $1", [shirt])).toEqual([{ title: "Newer" }]);
  expect(await query("SELECT sku FROM variants WHERE product_id = $1", [shirt])).toEqual([{ sku: "NEW" }]);
});

test("a product is read by id with all of its variants and metafields, however many", async () => {
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, [poster, shirt], { priority: "bulk" });
  expect(await counts()).toEqual({ products: 2, variants: 252 });
  expect(await query("SELECT count(*)::int FROM variants WHERE product_id = $1", [poster])).toEqual([
    { count: 250 },
  ]);
  const { productsById } = await import("~/domain/products/read-products.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const product = await withShop(DEMO, async (tx) => (await productsById(tx, [poster])).get(poster));
  expect(Object.keys(product?.metafields ?? {})).toHaveLength(130);
  expect(product?.metafields["custom.note_129"]?.value).toBe("Note 129");
});

test("the owner sees how fresh the mirror is, and requests a rebuild", async () => {
  const { signedInCalls } = await import("../../support/calls.ts");
  const owner = await signedInCalls(shop);
  expect(await owner.products.mirror()).toEqual({
    heardAt: null,
    rebuiltAt: null,
    rebuilding: false,
    rows: null,
  });
  const { jobId } = await owner.products.rebuildMirror();
  expect(await owner.products.mirror()).toMatchObject({ rebuilding: true });
  await expect(owner.products.rebuildMirror()).rejects.toThrow("A rebuild is running already.");
  await runRebuild(jobId);
  expect(await owner.products.mirror()).toMatchObject({ rebuilding: false, rows: ALL.products });
  // The customers' mirror is another one.
  expect(await owner.customers.mirror()).toMatchObject({ rebuiltAt: null, rows: null });
  const changes = (await activity()).filter(({ action }) => action.startsWith("mirror."));
  expect(changes).toMatchObject([{ action: "mirror.rebuild requested", changes: [{ after: "products" }] }]);
});

test("two shops with the same SKU don't see each other's variants", async () => {
  await runRebuild(await startRebuild());
  await runRebuild(await startRebuild(SECOND), { shop: SECOND });
  const { variantsBySku } = await import("~/domain/products/read-variants.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const prices = (domain: string) =>
    withShop(domain, async (tx) =>
      (await variantsBySku(tx, ["LS-S"])).get("LS-S")?.map(({ price }) => price),
    );
  expect(await prices(DEMO)).toEqual([4900]);
  expect(await prices(SECOND)).toEqual([7700]);
});
