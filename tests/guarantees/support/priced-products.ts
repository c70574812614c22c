import { insertProductsInBulk } from "../../../local-store/data/bulk-insert.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";

export const VARIANTS_PER_PRODUCT = 4;
export const BEFORE_CENTS = 1_000;
export const AFTER_CENTS = 1_234;

/** Puts the given number of products into the store and the mirror. Their SKUs begin with the prefix, such as `SCHEDULED-0-1`. */
export async function addPricedProducts(
  { localStore: { store } }: TestShop,
  count: number,
  prefix = "SCHEDULED",
): Promise<void> {
  const updated_at = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000);
  const products = Array.from({ length: count }, (_unused, product) => ({
    handle: `${prefix.toLowerCase()}-${product}`,
    title: `${prefix} ${product}`,
    created_at: updated_at,
    updated_at,
    variants: Array.from({ length: VARIANTS_PER_PRODUCT }, (_other, variant) => ({
      sku: `${prefix}-${product}-${variant}`,
      price_cents: BEFORE_CENTS,
      option_values: [`Size ${variant}`],
    })),
  }));
  await insertProductsInBulk(store, DEMO, products);
  const { productsMirror } = await import("~/domain/products/mirror.server");
  const { rows } = await store.pool.query<{ id: number }>(
    "SELECT id FROM products WHERE shop = $1 AND handle LIKE $2",
    [DEMO, `${prefix.toLowerCase()}-%`],
  );
  const numbers = rows.map(({ id }) => Number(id));
  await productsMirror.readIntoMirror(DEMO, numbers, { priority: "bulk" });
}

/** Schedules a price for each variant. @returns the moment at which they are due */
export async function schedulePrices(prefix = "SCHEDULED"): Promise<Date> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ due: Date }>(
    `WITH due AS (SELECT date_trunc('second', now()) + interval '3 seconds' AS at), scheduled AS (
       INSERT INTO price_schedules (shop, sku, price_cents, effective_at, below_mapp, actor_id, actor_name)
       SELECT shop, sku, $2, due.at, false, '1', 'The owner' FROM variants, due WHERE shop = $1 AND sku LIKE $3)
     SELECT at AS due FROM due`,
    [DEMO, AFTER_CENTS, `${prefix}-%`],
  );
  if (!rows[0]) throw new Error("Nothing was scheduled.");
  return rows[0].due;
}
