import { variantChanges } from "~/domain/products/hooks.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Cents } from "~/platform/money/cents";
import { recordPrices } from "./record-prices.server";
import { STORE_PRICE } from "./tables.server";

/** A price that Backroom is about to set in the store, in the shop's currency. */
export interface AnnouncedPrice {
  variantNumber: number;
  price: Cents;
  /** Null without one: then the variant has none after the change. */
  compareAtPrice: Cents | null;
  /** What in Backroom sets it, in words: "Price schedule, autumn.xlsx". */
  source: string;
}

/**
 * Announces prices that Backroom is about to set, so that the log names who changed them whatever reports the change first. Commit
 * it before Shopify is called, for example together with the intent row. A later announcement of the same variant
 * replaces an earlier one. The change itself is recorded when the mirror gets it: by `writeThroughProducts`, a webhook or a rebuild.
 *
 * Call `withdrawAnnouncedPrices` for what Shopify refused. Otherwise the same price, set by someone else within a day, would be
 * attributed to the administrator.
 */
export async function announcePrices(
  tx: ShopTransaction,
  shop: string,
  prices: readonly AnnouncedPrice[],
  actor: Pick<Administrator, "id" | "name">,
): Promise<void> {
  await tx.$client.query(
    `INSERT INTO announced_prices
       (shop, variant_id, price_cents, compare_at_cents, source, actor_id, actor_name, announced_at)
     SELECT $1, "variantNumber", price, "compareAtPrice", source, $3, $4, now()
       FROM jsonb_to_recordset($2::jsonb)
            AS announced("variantNumber" bigint, price bigint, "compareAtPrice" bigint, source text)
      ORDER BY "variantNumber"
     ON CONFLICT (shop, variant_id) DO UPDATE
        SET price_cents = excluded.price_cents, compare_at_cents = excluded.compare_at_cents, source = excluded.source,
            actor_id = excluded.actor_id, actor_name = excluded.actor_name, announced_at = excluded.announced_at`,
    [shop, JSON.stringify(prices), actor.id, actor.name],
  );
}

/** Withdraws announced prices that certainly weren't set, or that the variants had already. */
export async function withdrawAnnouncedPrices(
  tx: ShopTransaction,
  shop: string,
  variantNumbers: readonly number[],
): Promise<void> {
  await tx.$client.query(
    `DELETE FROM announced_prices AS announced USING (
       SELECT variant_id FROM announced_prices WHERE shop = $1 AND variant_id = ANY($2::bigint[])
        ORDER BY variant_id FOR UPDATE) AS withdrawn
      WHERE announced.shop = $1 AND announced.variant_id = withdrawn.variant_id`,
    [shop, variantNumbers],
  );
}

/**
 * Records changed prices in the transaction that writes them to the mirror. Who made a write isn't enough to know who changed a
 * price: a product that is written through has changes of others, too. What Backroom changes is announced (`announcePrices`).
 */
export const recordVariantChanges = variantChanges.handler(async (tx, shop, changes) => {
  const readings = changes.flatMap(({ variantNumber, productNumber, after, changedAt }) =>
    after ? [{ variantNumber, productNumber, ...after, changedAt }] : [],
  );
  if (readings.length === 0) return;
  const { rows } = await tx.$client.query<{ currency: string }>(
    "SELECT currency FROM shops WHERE shop = $1",
    [shop],
  );
  const currency = rows[0]?.currency;
  if (!currency) throw new Error(`The shop ${shop} isn't installed.`);
  await recordPrices(tx, shop, readings, {
    priceListId: STORE_PRICE,
    customerType: "",
    currency,
    recordsNew: false,
  });
});
