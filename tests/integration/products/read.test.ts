import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

const VARIANTS = 20_000;
let shop: TestShop;

async function inShop<T>(domain: string, work: (tx: ShopTransaction) => Promise<T>): Promise<T> {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(domain, work);
}

/** A store with four variants per product. Each hundredth SKU belongs to two variants. The other shop has the first SKUs, too. */
beforeAll(async () => {
  shop = await openTestShop("products_read");
  const { database } = await import("~/platform/db/pool.server");
  for (const [domain, count] of [
    [DEMO, VARIANTS],
    [SECOND, 400],
  ] as const) {
    await database().query(
      `INSERT INTO products (shop, id, handle, title, vendor, product_type, status, tags, created_at, updated_at)
       SELECT $1, number, 'product-' || number, 'Product ' || number, 'Harbor', 'Shirt', 'ACTIVE', '{sale}', now(), now()
         FROM generate_series(1, $2::int / 4) AS number`,
      [domain, count],
    );
    await database().query(
      `INSERT INTO variants (shop, id, product_id, position, title, sku, price_cents, compare_at_price_cents, unit_cost_cents, updated_at)
       SELECT $1, number, (number + 3) / 4, (number + 3) % 4 + 1, 'Size ' || number,
              'HB-' || lpad((number - CASE WHEN number % 100 = 0 THEN 1 ELSE 0 END)::text, 7, '0'),
              1000 + number % 50, CASE WHEN number % 2 = 0 THEN 2000 END, CASE WHEN number % 3 = 0 THEN 400 END, now()
         FROM generate_series(1, $2::int) AS number`,
      [domain, count],
    );
  }
  await database().query("VACUUM ANALYZE products, variants");
});
afterAll(() => shop.close());

test("all variants with a SKU are found, each with its product", async () => {
  const { variantsBySku } = await import("~/domain/products/read-variants.server");
  const found = await inShop(DEMO, (tx) =>
    variantsBySku(tx, ["HB-0000002", "HB-0000099", "hb-0000003", "X"]),
  );
  expect([...found.keys()].toSorted()).toEqual(["HB-0000002", "HB-0000099"]);
  expect(found.get("HB-0000099")?.map(({ number }) => number)).toEqual([99, 100]);
  expect(found.get("HB-0000002")).toEqual([
    {
      id: "gid://shopify/ProductVariant/2",
      number: 2,
      title: "Size 2",
      sku: "HB-0000002",
      barcode: null,
      price: 1002,
      compareAtPrice: 2000,
      unitCost: null,
      product: {
        id: "gid://shopify/Product/1",
        number: 1,
        handle: "product-1",
        title: "Product 1",
        status: "ACTIVE",
        tags: ["sale"],
      },
    },
  ]);
});

test("variants and products are found by their numbers and handles, in their own shop only", async () => {
  const { variantsById, variantsOfProduct } = await import("~/domain/products/read-variants.server");
  const { productByHandle, productsById } = await import("~/domain/products/read-products.server");
  const far = VARIANTS / 4;
  await inShop(DEMO, async (tx) => {
    expect([...(await variantsById(tx, [5, 7, 999_999_999])).keys()].toSorted()).toEqual([5, 7]);
    expect((await variantsOfProduct(tx, 2)).map(({ number }) => number)).toEqual([5, 6, 7, 8]);
    expect((await productsById(tx, [far])).get(far)?.handle).toBe(`product-${far}`);
    expect(await productByHandle(tx, `product-${far}`)).toMatchObject({
      number: far,
      media: [],
      collections: [],
    });
  });
  await inShop(SECOND, async (tx) => {
    expect((await variantsById(tx, [far])).size).toBe(0);
    expect(await productByHandle(tx, `product-${far}`)).toBeNull();
  });
});

test("a part of a SKU finds variants in any case, and short parts only at the start of a part", async () => {
  const { searchVariants } = await import("~/domain/products/read-variants.server");
  const skus = (text: string) =>
    inShop(DEMO, async (tx) => (await searchVariants(tx, text, 3)).map(({ sku }) => sku));
  expect(await skus("b-000012")).toEqual(["HB-0000120", "HB-0000121", "HB-0000122"]);
  expect(await skus("hb")).toEqual(["HB-0000001", "HB-0000002", "HB-0000003"]);
  expect(await skus("99")).toEqual([]);
  expect(await skus("%99")).toEqual([]);
});

test("a SKU is one index scan, and a part of it uses the trigram index", async () => {
  const plan = (where: string) =>
    inShop(DEMO, async (tx) => {
      const explained = await tx.$client.query<{ "QUERY PLAN": string }>(
        `EXPLAIN SELECT id FROM variants_of_shop WHERE ${where}`,
      );
      return explained.rows.map((row) => row["QUERY PLAN"].trim()).join("\n");
    });
  const bySku = await plan("sku = 'HB-0000099'");
  expect(bySku.split("\n")[0]).toMatch(/^Index (Only )?Scan using variants_by_sku on variants/);
  expect(bySku).toMatch(/Index Cond: .*shop = .*sku = 'HB-0000099'/);
  expect(await plan("sku = ANY('{HB-0000099,HB-0000101}')")).toMatch(
    /^Index (Only )?Scan using variants_by_sku/,
  );
  expect(await plan("lower(sku) LIKE '%0000099%'")).toContain("Bitmap Index Scan on variants_sku_search");
});

test("a SKU that very many variants have is read in a time that grows with their number", async () => {
  const [{ database }, { variantsById, variantsBySku }] = await Promise.all([
    import("~/platform/db/pool.server"),
    import("~/domain/products/read-variants.server"),
  ]);
  const many = "many-alike.myshopify.com";
  await database().query(
    `INSERT INTO products (shop, id, handle, title, vendor, product_type, status, created_at, updated_at)
     VALUES ($1, 1, 'alike', 'Alike', 'Harbor', 'Shirt', 'ACTIVE', now(), now())`,
    [many],
  );
  await database().query(
    `INSERT INTO variants (shop, id, product_id, position, title, sku, price_cents, updated_at)
     SELECT $1, number, 1, number, 'Size ' || number, 'TBD', 1000, now() FROM generate_series(1, 30000) AS number`,
    [many],
  );
  const numbers = Array.from({ length: 30_000 }, (_, index) => index + 1);
  const timed = async (read: (tx: ShopTransaction) => Promise<unknown>) => {
    const start = performance.now();
    await inShop(many, read);
    return performance.now() - start;
  };
  const byNumber = await timed((tx) => variantsById(tx, numbers));
  const bySku = await timed((tx) => variantsBySku(tx, ["TBD"]));
  expect(bySku / byNumber).toBeLessThan(5);
});
