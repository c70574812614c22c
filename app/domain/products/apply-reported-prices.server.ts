import { webhookHandler } from "~/core/webhooks/webhook-handler.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { parseDecimal, TooManyDecimals } from "~/platform/money/decimal";
import { reportChangedProducts, type VariantChange, variantChanges } from "./hooks.server";
import { productsMirror } from "./mirror.server";
import { type ProductPayload, productPayload } from "./product-webhooks.server";

/**
 * Takes prices over from a webhook that is newer than the mirror, because the mirror reads the product a moment later and may find
 * only the last of several changes. The product is read again all the same: a webhook doesn't have everything. One that is late, or
 * from the same second, is left to that reading.
 */
export const applyReportedPrices = webhookHandler<ProductPayload>(
  "products.reported-prices",
  ["PRODUCTS_UPDATE"],
  async ({ shop, payload: { id, updated_at, variants } }) => {
    if (!Number.isSafeInteger(id) || !id || !updated_at || !variants?.length) return;
    await withShop(shop, async (tx) => {
      const currency = await lockOlderProduct(tx, shop, id, updated_at);
      if (!currency) return;
      const changes = await updatePrices(tx, shop, id, pricesOf(variants, updated_at, currency));
      if (changes.length === 0) return;
      // An older line of a running rebuild must not bring the old prices back.
      await tx.$client.query("UPDATE products SET updated_at = $3 WHERE shop = $1 AND id = $2", [
        shop,
        id,
        updated_at,
      ]);
      await productsMirror.markStale(tx, shop, [id]);
      for (const handle of variantChanges.all()) await handle(tx, shop, changes, null);
      // The later reading finds the same prices, so it reports no change.
      await reportChangedProducts(tx, shop, [id]);
    });
  },
  { payload: productPayload },
);

/** Locks the product as a write to the mirror does. @returns the shop's currency. Null when the mirror isn't older */
async function lockOlderProduct(
  tx: ShopTransaction,
  shop: string,
  id: number,
  updatedAt: string,
): Promise<string | null> {
  const { rows } = await tx.$client.query<{ currency: string }>(
    `SELECT currency FROM products JOIN shops USING (shop)
      WHERE shop = $1 AND id = $2 AND products.updated_at < $3::timestamptz FOR UPDATE OF products`,
    [shop, id, updatedAt],
  );
  return rows[0]?.currency ?? null;
}

interface ReportedPrice {
  id: number;
  price: Cents;
  compareAtPrice: Cents | null;
  changedAt: string;
}

/** Empty when the currency can't represent one of them: they are left to the later reading, which refuses such a price. */
function pricesOf(
  variants: NonNullable<ProductPayload["variants"]>,
  updatedAt: string,
  currency: string,
): ReportedPrice[] {
  const centsOf = (text: string) => parseDecimal(text, currency);
  try {
    return variants.map((variant) => ({
      id: variant.id,
      price: centsOf(variant.price),
      compareAtPrice: variant.compare_at_price === null ? null : centsOf(variant.compare_at_price),
      changedAt: variant.updated_at ?? updatedAt,
    }));
  } catch (error) {
    if (error instanceof TooManyDecimals) return [];
    throw error;
  }
}

/** Writes the prices that differ. */
async function updatePrices(
  tx: ShopTransaction,
  shop: string,
  productNumber: number,
  prices: readonly ReportedPrice[],
): Promise<VariantChange[]> {
  const { rows } = await tx.$client.query<{
    id: string;
    sku: string | null;
    before_price: string;
    before_compare_at: string | null;
    price: string;
    compare_at: string | null;
    changed_at: string;
  }>(
    `WITH news AS (
       SELECT reported.*, variant.sku, variant.price_cents AS before_price, variant.compare_at_price_cents AS before_compare_at
         FROM jsonb_to_recordset($3::jsonb)
                AS reported(id bigint, price bigint, "compareAtPrice" bigint, "changedAt" timestamptz)
         JOIN variants AS variant ON variant.shop = $1 AND variant.product_id = $2 AND variant.id = reported.id
        WHERE (variant.price_cents, variant.compare_at_price_cents) IS DISTINCT FROM (price, "compareAtPrice")
     )
     UPDATE variants SET price_cents = news.price, compare_at_price_cents = news."compareAtPrice", updated_at = news."changedAt"
       FROM news WHERE variants.shop = $1 AND variants.id = news.id
     RETURNING variants.id, news.sku, before_price, before_compare_at, news.price, news."compareAtPrice" AS compare_at,
               to_json(news."changedAt") #>> '{}' AS changed_at`,
    [shop, productNumber, JSON.stringify(prices)],
  );
  const centsOrNull = (value: string | null) => (value === null ? null : centsFromDatabase(value));
  return rows.map((row) => ({
    variantNumber: Number(row.id),
    productNumber,
    before: {
      sku: row.sku,
      price: centsFromDatabase(row.before_price),
      compareAtPrice: centsOrNull(row.before_compare_at),
    },
    after: {
      sku: row.sku,
      price: centsFromDatabase(row.price),
      compareAtPrice: centsOrNull(row.compare_at),
    },
    changedAt: row.changed_at,
  }));
}
