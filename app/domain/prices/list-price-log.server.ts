import { type SQL, sql } from "drizzle-orm";
import { inText, queryRows, queryShop } from "~/core/lists/list-query.server";
import { isSwitchOn, switchIsOn } from "~/core/settings/stored-setting.server";
import { skuContains, storedSkuContains } from "~/domain/products/read-products.server";
import { readShop } from "~/platform/db/read-shop.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { employeePriceLogList, type PriceLogRow, priceLogList } from "./list.server";
import { countsByPart, countsOf, partOf, partStart } from "./log-counts.server";
import { isInScope, type LogFilter } from "./log-record.server";
import { employeeStoreColumns } from "./switches";
import { STORE_PRICE } from "./tables.server";

/** A page of the price log, newest first. */
export interface LogPage {
  entries: PriceLogRow[];
  /** How many there are, as far as they were counted. */
  total: number;
  /** False when there are more than were counted. The pages end where the count does. */
  isExact: boolean;
  /** Whether the shop's log has the entries of price lists, and shows whose price each one is. */
  withPriceLists: boolean;
}

interface PageOptions {
  /** From 1. */
  page: number;
  pageSize: number;
}

/** With all fields. Which of them a shop shows is known only with the rows. */
const SELECTED = employeePriceLogList.select;

/** An entry as its statement answers it. Without entries on the page, the only record has nothing but the count. */
interface CountedRecord {
  id: string | null;
  total: number;
}

/** A search that finds more SKUs, or more entries, reads the log from its newest entry on. They are close together there. */
const FEW = { skus: 10_000, entries: 10_000 };

/** How far such a search counts. */
const COUNTED_OF_MANY = 200;

/**
 * A page of the price log. Without a search, stored counts find a page at any depth. With one, the pages end where the count does.
 */
export async function listPriceLog(
  shop: string,
  filter: Omit<LogFilter, "withPriceLists">,
  options: PageOptions,
): Promise<LogPage> {
  if (!filter.sku) return pageByTime(shop, filter, options);
  return readShop(shop, async (tx) => {
    const withPriceLists = await isSwitchOn(tx, shop, employeeStoreColumns);
    return { ...(await pageOfSearch(tx, { ...filter, withPriceLists }, options)), withPriceLists };
  });
}

/** A page by the counts of its range, in one statement: the days before the page are added up, and it begins in the next one. */
async function pageByTime(
  shop: string,
  { from, until }: Pick<LogFilter, "from" | "until">,
  { page, pageSize }: PageOptions,
): Promise<LogPage> {
  const { rows: counts, areStored } = countsOf({ from, until });
  const before = sql`${(page - 1) * pageSize}::bigint`;
  const size = inText(pageSize);
  const withAll = sql`(SELECT "withPriceLists" FROM switch)`;
  const entries = sql`coalesce(sum(entries) FILTER (WHERE ${withAll} OR NOT of_price_lists), 0)`;
  const ids = (scope: SQL, orderAndOffset: SQL) => sql`(SELECT id FROM price_log_of_shop WHERE ${scope}
    AND ${isInScope({ from, until, withPriceLists: true })} AND changed_at < (SELECT until FROM place) ${orderAndOffset})`;
  // An offset skips entries one by one, so it counts from the nearer end of the day.
  const idsIn = (scope: SQL) => sql`
    ${ids(
      sql`${scope} AND (SELECT NOT is_nearer_oldest FROM place)`,
      sql`ORDER BY changed_at DESC, id DESC LIMIT ${size} OFFSET (SELECT newer FROM place)`,
    )}
    UNION ALL
    ${ids(
      sql`${scope} AND (SELECT is_nearer_oldest FROM place) AND changed_at >= (SELECT since FROM place)`,
      sql`ORDER BY changed_at, id LIMIT ${size} OFFSET (SELECT greatest(0, older) FROM place)`,
    )}`;
  const records = await queryShop<CountedRecord & { withPriceLists: boolean }>(
    shop,
    // A window over parts of 32 days, and over the days of one of them, costs a third of a window over all days, and the counts of
    // parts are stored.
    // Without the condition on price lists, the index alone finds the entries' place.
    sql`WITH switch AS MATERIALIZED (SELECT ${switchIsOn(employeeStoreColumns)} AS "withPriceLists"),
        parts AS MATERIALIZED (
          SELECT ${partOf(sql`day`)} AS part, ${entries} AS entries, bool_or(of_price_lists) AS has_price_lists
            FROM (${countsByPart({ from, until })}) AS counts GROUP BY 1),
        whole AS MATERIALIZED (
          SELECT coalesce(sum(entries), 0)::int AS total, ${withAll} OR NOT bool_or(has_price_lists) AS has_all FROM parts),
        part AS MATERIALIZED (
          SELECT part, through - entries AS newer
            FROM (SELECT part, entries, sum(entries) OVER (ORDER BY part DESC) AS through FROM parts) AS placed
           WHERE through > ${before} ORDER BY placed.part DESC LIMIT 1),
        day AS MATERIALIZED (
          SELECT day, ${before} - (through - entries) AS newer, through - ${before} - ${size} AS older FROM (
            SELECT day, entries, (SELECT newer FROM part) + sum(entries) OVER (ORDER BY day DESC) AS through FROM (
              SELECT day, ${entries} AS entries FROM (${counts}) AS counts
               WHERE day >= ${partStart(PART)} AND day < ${partStart(sql`${PART} + 1`)} GROUP BY day) AS days) AS placed
           WHERE through > ${before} ORDER BY placed.day DESC LIMIT 1),
        place AS MATERIALIZED (
          SELECT day::timestamp AT TIME ZONE 'UTC' AS since, (day + 1)::timestamp AT TIME ZONE 'UTC' AS until, newer, older,
                 older BETWEEN 0 AND newer AS is_nearer_oldest FROM day)
        SELECT ${SELECTED}, total, ${withAll} AS "withPriceLists" FROM whole LEFT JOIN price_log_of_shop ON id = ANY(ARRAY(
          ${idsIn(sql`(SELECT has_all FROM whole)`)}
          UNION ALL
          ${idsIn(sql`NOT (SELECT has_all FROM whole) AND price_list_id = ${inText(STORE_PRICE)}`)}))
         ORDER BY changed_at DESC, id DESC`,
    areStored ? `price log page:${[from, until].map(Boolean).join(":")}:${pageSize}` : undefined,
  );
  const withPriceLists = records[0]?.withPriceLists ?? false;
  return { ...pageOfRecords(records, withPriceLists), isExact: true, withPriceLists };
}

/** The part that the page begins in. */
const PART = sql`(SELECT part FROM part)`;

async function pageOfSearch(
  tx: ShopTransaction,
  filter: LogFilter,
  options: PageOptions,
): Promise<Omit<LogPage, "withPriceLists">> {
  const skus = await queryRows<{ sku: string; has_price_lists: boolean }>(
    tx,
    sql`SELECT sku, EXISTS (SELECT FROM price_log_counts WHERE shop = current_setting('app.shop') AND of_price_lists) AS has_price_lists
          FROM price_log_skus_of_shop WHERE ${storedSkuContains(filter.sku)} LIMIT ${FEW.skus + 1}`,
  );
  const [first] = skus;
  if (!first) return { entries: [], total: 0, isExact: true };
  if (skus.length <= FEW.skus) {
    // Without the condition on price lists, the index alone has what is counted.
    const scope = { ...filter, withPriceLists: filter.withPriceLists || !first.has_price_lists };
    const found = sql`SELECT id, changed_at FROM price_log_of_shop
      WHERE sku = ANY(${sql.param(skus.map(({ sku }) => sku))}::text[]) AND ${isInScope(scope)} LIMIT ${FEW.entries + 1}`;
    const { entries, total } = await countedPage(tx, found, filter.withPriceLists, options);
    if (total <= FEW.entries) return { entries, total, isExact: true };
  }
  const where = sql`${isInScope(filter)} AND ${skuContains(sql`sku`, filter.sku)}`;
  const newest = sql`SELECT id FROM price_log_of_shop WHERE ${where} ORDER BY changed_at DESC, id DESC`;
  const counted = await countOf(tx, sql`${newest} LIMIT ${COUNTED_OF_MANY + 1}`);
  const total = Math.min(counted, COUNTED_OF_MANY);
  const places = sql`SELECT id FROM price_log_of_shop WHERE ${where} ${pageOf(options, total)}`;
  return {
    entries: await readEntries(tx, places, filter.withPriceLists),
    total,
    isExact: counted <= COUNTED_OF_MANY,
  };
}

/** Counts and reads in one query. @param found selects `id` and `changed_at` of a few entries */
async function countedPage(
  tx: ShopTransaction,
  found: SQL,
  withPriceLists: boolean,
  { page, pageSize }: PageOptions,
): Promise<{ entries: PriceLogRow[]; total: number }> {
  // Materialized: the planner would otherwise look for the few in the order of time.
  const rows = await queryRows<CountedRecord>(
    tx,
    sql`WITH found AS MATERIALIZED (${found}), counted AS (SELECT count(*)::int AS total FROM found)
      SELECT ${SELECTED}, total FROM counted LEFT JOIN price_log_of_shop ON id = ANY(ARRAY(
        SELECT id FROM found ORDER BY changed_at DESC, id DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}))
       ORDER BY changed_at DESC, id DESC`,
  );
  return pageOfRecords(rows, withPriceLists);
}

const pageOfRecords = (records: readonly CountedRecord[], withPriceLists: boolean) => ({
  entries: entriesOf(
    records.filter(({ id }) => id !== null),
    withPriceLists,
  ),
  total: records[0]?.total ?? 0,
});

const entriesOf = (records: readonly object[], withPriceLists: boolean): PriceLogRow[] =>
  records.map(
    (record) => (withPriceLists ? employeePriceLogList : priceLogList).rowOf(record) as PriceLogRow,
  );

function pageOf({ page, pageSize }: PageOptions, total: number): SQL {
  const before = (page - 1) * pageSize;
  const size = Math.max(0, Math.min(pageSize, total - before));
  return sql`ORDER BY changed_at DESC, id DESC LIMIT ${size} OFFSET ${before}`;
}

async function countOf(tx: ShopTransaction, found: SQL): Promise<number> {
  const rows = await queryRows<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM (${found}) AS found`,
  );
  return rows[0]?.count ?? 0;
}

/** @param places selects the ids of a page */
async function readEntries(
  tx: ShopTransaction,
  places: SQL,
  withPriceLists: boolean,
): Promise<PriceLogRow[]> {
  const records = await queryRows<object>(
    tx,
    sql`SELECT ${SELECTED} FROM price_log_of_shop WHERE id = ANY(ARRAY(${places})) ORDER BY changed_at DESC, id DESC`,
  );
  return entriesOf(records, withPriceLists);
}

/** How many entries a range of time has. */
export async function countPriceLog(tx: ShopTransaction, filter: Omit<LogFilter, "sku">): Promise<number> {
  const [counted] = await queryRows<{ total: number }>(
    tx,
    sql`SELECT coalesce(sum(entries) FILTER (WHERE ${filter.withPriceLists} OR NOT of_price_lists), 0)::int AS total
          FROM (${countsOf(filter).rows}) AS counts`,
  );
  return counted?.total ?? 0;
}
