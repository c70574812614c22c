import { subDays } from "date-fns";
import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import type { LogEntry } from "./log-entry";
import { LOG_COLUMNS, type LogRecord, logEntryOf } from "./log-record.server";
import { STORE_PRICE } from "./tables.server";

/** A variant's price in the store (price list 0) or in a price list. */
export interface PriceKey {
  variantNumber: number;
  priceListId: number;
}

/** The lowest price in a range of time. */
export interface LowestPrice {
  /** Null when there was none. */
  price: Cents | null;
  /** Set when the record begins within the range: then prices before it may have been lower. */
  since: Date | null;
}

/** What is recorded of a variant's price. */
export interface PriceHistory {
  /** Empty without one. */
  sku: string;
  /** Of the product and the variant. */
  title: string;
  /** Empty for the store's own price. */
  customerType: string;
  currency: string;
  /** Null when the price list no longer has a price of its own for the variant. */
  price: Cents | null;
  compareAtPrice: Cents | null;
  /** Since when each change is recorded. Nothing is while the app isn't installed. */
  since: Date;
  /** Of the last 30 days. */
  lowest: LowestPrice;
  /**
   * Of the 30 days before the last change of the price, where that was a reduction: the price that an announcement of the reduction must name in
   * the European Union.
   */
  beforeReduction: (LowestPrice & { reducedAt: Date }) | null;
  /** Newest first. */
  entries: LogEntry[];
}

const DAYS = 30;

/** Since when a variant's price is recorded. Shopify dates changes in whole seconds: one in the second of the installation is recorded, too. */
const RECORDED_SINCE = sql`greatest(recorded.since, date_trunc('second', shops.installed_at))`;

/** Reads the prices of a variant. Null when none is recorded. @param limit of the entries */
export async function readPriceHistory(
  tx: ShopTransaction,
  key: PriceKey,
  { now, limit }: { now: Date; limit: number },
): Promise<PriceHistory | null> {
  const entries = await readEntries(tx, key, limit);
  const [recorded] = await queryRows<RecordedPrice>(
    tx,
    sql`SELECT recorded.currency, recorded.price_cents, compare_at_cents, ${RECORDED_SINCE} AS since, variant.sku,
               concat_ws(' - ', product.title, nullif(variant.title, 'Default Title')) AS title,
               coalesce((SELECT name FROM recorded_price_lists AS list WHERE list.id = price_list_id), '') AS customer_type
          FROM recorded_prices AS recorded
          JOIN shops ON shops.shop = recorded.shop
          LEFT JOIN variants_of_shop AS variant ON variant.id = variant_id
          LEFT JOIN products_of_shop AS product ON product.id = variant.product_id
         WHERE recorded.shop = current_setting('app.shop') AND ${ofKey(key)}`,
  );
  const [newest] = entries;
  const oldest = entries.at(-1);
  if (!recorded && !(newest && oldest)) return null;
  const since = recorded?.since ?? oldest?.changedAt ?? now;
  const lowestIn = (from: Date, until: Date) => readLowest(tx, key, { from, until, since });
  // An entry may have a change of the compare-at price only.
  const lastChange = entries.find(({ currentPrice, previousPrice }) => currentPrice !== previousPrice);
  // Of the time before the record began again, or in another currency, no lowest price is known.
  const reducedAt =
    lastChange && isReduction(lastChange) && lastChange.changedAt >= since ? lastChange.changedAt : null;
  return {
    sku: recorded?.sku ?? newest?.sku ?? "",
    title: recorded?.title || newest?.title || "",
    customerType: recorded?.customer_type ?? newest?.customerType ?? "",
    currency: recorded?.currency ?? newest?.currency ?? "",
    price: recorded ? centsFromDatabase(recorded.price_cents) : null,
    compareAtPrice: recorded?.compare_at_cents ? centsFromDatabase(recorded.compare_at_cents) : null,
    since,
    lowest: await lowestIn(subDays(now, DAYS), now),
    beforeReduction: reducedAt
      ? { ...(await lowestIn(subDays(reducedAt, DAYS), reducedAt)), reducedAt }
      : null,
    entries,
  };
}

/**
 * The lowest prices of variants in the store in the last 30 days, by variant. One whose price isn't recorded isn't in the result.
 * @param variantNumbers the numbers in Shopify's ids
 */
export async function readLowestPrices(
  tx: ShopTransaction,
  variantNumbers: readonly number[],
  now: Date,
): Promise<Map<number, LowestPrice>> {
  const from = subDays(now, DAYS);
  const rows = await queryRows<{ variant_id: string; since: Date; lowest: string | null }>(
    tx,
    sql`SELECT recorded.variant_id, ${RECORDED_SINCE} AS since,
               CASE WHEN changes.first IS NULL THEN recorded.price_cents
                    ELSE least(changes.lowest, changes.first) END AS lowest
          FROM recorded_prices AS recorded
          JOIN shops ON shops.shop = recorded.shop
          CROSS JOIN LATERAL (
            SELECT min(current_cents) AS lowest, (array_agg(previous_cents ORDER BY changed_at, id))[1] AS first
              FROM price_log_of_shop AS log
             WHERE log.variant_id = recorded.variant_id AND log.price_list_id = recorded.price_list_id
               AND log.changed_at >= greatest(${RECORDED_SINCE}, ${from})) AS changes
         WHERE recorded.shop = current_setting('app.shop') AND recorded.price_list_id = ${STORE_PRICE}
           AND recorded.variant_id = ANY(${sql.param([...variantNumbers])}::bigint[])`,
  );
  return new Map(
    rows.map(({ variant_id, since, lowest }) => [
      Number(variant_id),
      { price: lowest === null ? null : centsFromDatabase(lowest), since: since > from ? since : null },
    ]),
  );
}

const isReduction = ({ currentPrice, previousPrice }: LogEntry): boolean =>
  currentPrice !== null && previousPrice !== null && currentPrice < previousPrice;

interface RecordedPrice {
  sku: string | null;
  title: string;
  customer_type: string;
  currency: string;
  price_cents: string;
  compare_at_cents: string | null;
  since: Date;
}

const ofKey = ({ variantNumber, priceListId }: PriceKey) =>
  sql`variant_id = ${variantNumber} AND price_list_id = ${priceListId}`;

async function readEntries(tx: ShopTransaction, key: PriceKey, limit: number): Promise<LogEntry[]> {
  const records = await queryRows<LogRecord>(
    tx,
    sql`SELECT ${LOG_COLUMNS} FROM price_log_of_shop WHERE ${ofKey(key)}
         ORDER BY changed_at DESC, id DESC LIMIT ${limit}`,
  );
  return records.map(logEntryOf);
}

/**
 * The lowest price that applied at any time in a range: the price at its beginning, and each one that a change in it set. The end
 * isn't part of it, so that the price of a change at the end doesn't count.
 */
async function readLowest(
  tx: ShopTransaction,
  key: PriceKey,
  { from, until, since }: { from: Date; until: Date; since: Date },
): Promise<LowestPrice> {
  const start = since > from ? since : from;
  const [lowest] = await queryRows<{ price: string | null }>(
    tx,
    sql`WITH later AS (
          SELECT changed_at, id, previous_cents, current_cents FROM price_log_of_shop
           WHERE ${ofKey(key)} AND changed_at >= ${start}
        ), applied AS (
          SELECT current_cents AS price FROM later WHERE changed_at < ${until}
          UNION ALL (SELECT previous_cents FROM later ORDER BY changed_at, id LIMIT 1)
          UNION ALL SELECT price_cents FROM recorded_prices
           WHERE shop = current_setting('app.shop') AND ${ofKey(key)} AND NOT EXISTS (SELECT FROM later)
        )
        SELECT min(price) AS price FROM applied`,
  );
  const price = lowest?.price ?? null;
  return {
    price: price === null ? null : centsFromDatabase(price),
    since: since > from ? since : null,
  };
}
