import { afterCommit, type ShopTransaction } from "~/platform/db/with-shop.server";
import type { Cents } from "~/platform/money/cents";
import { publishChange } from "~/platform/realtime/publish.server";
import { PRICE_LOG_LIST } from "./price-log-list";
import { STORE_PRICE } from "./tables.server";

/** Notifies pages that show the price log, after the commit. */
export const publishPriceLog = (tx: ShopTransaction, shop: string): void =>
  afterCommit(tx, () => publishChange(shop, "showPriceControl", { list: PRICE_LOG_LIST }));

/** What a variant costs according to a reading. */
export interface PriceReading {
  variantNumber: number;
  productNumber: number;
  sku: string | null;
  price: Cents;
  compareAtPrice: Cents | null;
  /** When it changed last, ISO 8601. */
  changedAt: string;
}

/** Where the prices of a reading apply. */
export interface PriceScope {
  /** The number of the price list. `STORE_PRICE` for the store's own prices. */
  priceListId: number;
  /** The catalog or price list. Empty for the store's own prices. */
  customerType: string;
  currency: string;
  /** True when a price that wasn't recorded before is a change: it was read before that there was none. */
  recordsNew: boolean;
}

/** How long an announced price is attributed to its administrator. The next nightly reading is within that time. */
const ANNOUNCED_FOR = "36 hours";

/** Counts the entries of a statement, and adds their SKUs to those that a search finds. `logged` has `changed_at` and `sku`. */
const COUNT_LOGGED = `counted AS (
    INSERT INTO price_log_counts (shop, day, of_price_lists, entries)
    SELECT $1, (changed_at AT TIME ZONE 'UTC')::date, $2::bigint <> ${STORE_PRICE}, count(*) FROM logged GROUP BY 2
  ), named AS (
    INSERT INTO price_log_skus (shop, sku) SELECT DISTINCT $1, sku FROM logged WHERE sku IS NOT NULL ORDER BY 2
    ON CONFLICT DO NOTHING
  )
  SELECT count(*)::int AS entries FROM logged`;

const TITLE = `concat_ws(' - ', product.title, nullif(variant.title, 'Default Title'))`;

/**
 * Records the prices of a reading that differ from those recorded last, one entry each. A reading that repeats what is recorded adds
 * nothing, whatever it comes from. Amounts in another currency than before can't be compared: the record begins again.
 *
 * Readings of one variant must not be recorded by two transactions at the same time: the mirror's lock on the product, or a lock of
 * the price lists, prevents it.
 */
export async function recordPrices(
  tx: ShopTransaction,
  shop: string,
  readings: readonly PriceReading[],
  { priceListId, customerType, currency, recordsNew }: PriceScope,
): Promise<void> {
  if (readings.length === 0) return;
  const { rows } = await tx.$client.query<{ entries: number }>(
    `WITH read AS (
       SELECT * FROM jsonb_to_recordset($5::jsonb) AS read(
         "variantNumber" bigint, "productNumber" bigint, sku text, price bigint, "compareAtPrice" bigint, "changedAt" timestamptz)
     ), news AS (
       SELECT "variantNumber" AS variant_id, "productNumber" AS product_id, sku, price, "compareAtPrice" AS compare_at,
              greatest("changedAt", last.changed_at) AS changed_at, last.variant_id IS NULL AS is_new,
              last.price_cents AS previous, last.compare_at_cents AS previous_compare_at
         FROM read LEFT JOIN recorded_prices AS last
           ON last.shop = $1 AND last.price_list_id = $2 AND last.variant_id = "variantNumber" AND last.currency = $4
        WHERE last.variant_id IS NULL
           OR (last.price_cents, last.compare_at_cents) IS DISTINCT FROM (price, "compareAtPrice")
     ), own AS (
       SELECT announced.variant_id FROM announced_prices AS announced JOIN news USING (variant_id)
        WHERE announced.shop = $1 AND $2 = ${STORE_PRICE} AND announced.price_cents = news.price
          AND announced.compare_at_cents IS NOT DISTINCT FROM news.compare_at
          AND announced.announced_at > now() - interval '${ANNOUNCED_FOR}'
        ORDER BY announced.variant_id FOR UPDATE OF announced
     ), actors AS (
       DELETE FROM announced_prices AS announced USING own
        WHERE announced.shop = $1 AND announced.variant_id = own.variant_id
       RETURNING announced.variant_id, source, actor_id, actor_name
     ), logged AS (
       INSERT INTO price_log (shop, changed_at, variant_id, product_id, sku, title, currency, previous_cents, current_cents,
         previous_compare_at_cents, compare_at_cents, price_list_id, customer_type, source, actor_id, actor_name)
       SELECT $1, news.changed_at, news.variant_id, news.product_id, news.sku, ${TITLE}, $4, previous, news.price,
              previous_compare_at, news.compare_at, $2, $3, source, actor_id, actor_name
         FROM news
         LEFT JOIN actors USING (variant_id)
         LEFT JOIN variants_of_shop AS variant ON variant.id = news.variant_id
         LEFT JOIN products_of_shop AS product ON product.id = news.product_id
        WHERE NOT is_new OR $6
        ORDER BY news.changed_at, news.variant_id
       RETURNING changed_at, sku
     ), remembered AS (
       INSERT INTO recorded_prices AS last
         (shop, price_list_id, variant_id, currency, price_cents, compare_at_cents, changed_at, since)
       SELECT $1, $2, variant_id, $4, price, compare_at, changed_at, date_trunc('second', now()) FROM news ORDER BY variant_id
       ON CONFLICT (shop, price_list_id, variant_id) DO UPDATE
          SET currency = excluded.currency, price_cents = excluded.price_cents,
              compare_at_cents = excluded.compare_at_cents, changed_at = excluded.changed_at,
              since = CASE WHEN last.currency = excluded.currency THEN last.since ELSE excluded.since END
     ), ${COUNT_LOGGED}`,
    [shop, priceListId, customerType, currency, JSON.stringify(readings), recordsNew],
  );
  if (rows[0]?.entries) publishPriceLog(tx, shop);
}

/**
 * Records that a price list no longer has a price of its own for the variants that a complete reading didn't have. A variant that
 * was deleted in the store isn't a price change.
 */
export async function recordRemovedPrices(
  tx: ShopTransaction,
  shop: string,
  { priceListId, customerType }: Pick<PriceScope, "priceListId" | "customerType">,
  remaining: Iterable<number>,
): Promise<void> {
  const { rows } = await tx.$client.query<{ entries: number }>(
    `WITH removed AS (
       DELETE FROM recorded_prices AS last
        WHERE shop = $1 AND price_list_id = $2
          AND NOT EXISTS (SELECT FROM unnest($4::bigint[]) AS remaining(id) WHERE remaining.id = last.variant_id)
       RETURNING last.*
     ), logged AS (
       INSERT INTO price_log (shop, changed_at, variant_id, product_id, sku, title, currency, previous_cents,
         previous_compare_at_cents, price_list_id, customer_type)
       SELECT $1, now(), variant.id, product.id, variant.sku, ${TITLE}, removed.currency, removed.price_cents,
              removed.compare_at_cents, $2, $3
         FROM removed
         JOIN variants_of_shop AS variant ON variant.id = removed.variant_id
         JOIN products_of_shop AS product ON product.id = variant.product_id
        ORDER BY variant.id
       RETURNING changed_at, sku
     ), ${COUNT_LOGGED}`,
    [shop, priceListId, customerType, [...remaining]],
  );
  if (rows[0]?.entries) publishPriceLog(tx, shop);
}
