import { TZDate } from "@date-fns/tz";
import { type SQL, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import type { PageRequest } from "~/core/lists/keyset-page";
import {
  defineListQuery,
  inText,
  mapPage,
  queryRows,
  queryShop,
  readKeysetPage,
  type SortsOf,
} from "~/core/lists/list-query.server";
import { skuContains, storedSkuContains } from "~/domain/products/read-products.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatDashedDateTime } from "~/platform/dates/dashed-date-time";
import { isoDateIn } from "~/platform/dates/instant";
import { readShop } from "~/platform/db/read-shop.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { centsFromDatabase } from "~/platform/money/cents";
import { toDecimalString } from "~/platform/money/decimal";
import type { PriceBatch, PriceCalendar, PriceRow } from "./schemas";
import { changePercent, type PriceState, priceSchedulesList } from "./states";

/** The most rows that a call without pages answers. */
const MAX_ROWS = 1_000;

/** The most rows that are counted for a page's total. */
const MAX_COUNTED = 10_000;

/** A search that finds more SKUs reads the prices by date instead. They are close together there. */
const FEW_SKUS = 10_000;

interface Filter {
  search: string;
  /** The SKUs that the search finds. Null without a search, and when they are many. */
  skus: readonly string[] | null;
}

const isListed = ({ search, skus }: Filter): SQL | undefined => {
  if (skus) return sql`s.sku = ANY(${sql.param(skus)}::text[])`;
  return search ? skuContains(sql`s.sku`, search) : undefined;
};

const pricesQuery = defineListQuery({
  from: sql`price_schedules_of_shop AS s`,
  id: { by: sql`s.id`, type: "bigint" },
  sorts: {
    effectiveDate: { by: sql`s.effective_at`, type: "timestamptz" },
    sku: { by: sql`s.sku`, type: "text" },
  } satisfies SortsOf<typeof priceSchedulesList>,
  conditions: (filter: Filter) => [isListed(filter)],
  total: ({ search }) => ({ kind: "counted", upTo: MAX_COUNTED, along: search ? undefined : sql`s.id` }),
});

async function readFilter(tx: ShopTransaction, search: string): Promise<Filter> {
  if (!search) return { search, skus: null };
  const found = await queryRows<{ sku: string }>(
    tx,
    sql`SELECT sku FROM price_schedule_skus_of_shop WHERE ${storedSkuContains(search)} LIMIT ${FEW_SKUS + 1}`,
  );
  return { search, skus: found.length > FEW_SKUS ? null : found.map(({ sku }) => sku) };
}

interface PriceRecord {
  id: string;
  sku: string;
  price_cents: string;
  compare_at_cents: string | null;
  effective_at: Date;
  end_at: Date | null;
  below_mapp: boolean;
  state: PriceState;
  version: number;
  seen_cents: string | null;
  message: string | null;
  actor_name: string;
  lowest: string | null;
  highest: string | null;
}

type PagedRecord = PriceRecord & { position: string[]; total: string | null };

const COLUMNS = sql`s.id, s.sku, s.price_cents, s.compare_at_cents, s.effective_at, s.end_at, s.below_mapp, s.state, s.version,
  s.seen_cents, s.message, s.actor_name`;

/** Adds the prices that the variants have now to scheduled prices. @param prices selects them as `s`, at most one page */
const withCurrentPrices = (
  prices: SQL,
  orderBy: SQL,
): SQL => sql`SELECT s.*, variants.lowest, variants.highest FROM (${prices}) AS s
  CROSS JOIN LATERAL (
    SELECT min(v.price_cents) AS lowest, max(v.price_cents) AS highest FROM variants_of_shop AS v WHERE v.sku = s.sku) AS variants
  ORDER BY ${orderBy}`;

/** A page of scheduled prices. @throws 400 for a cursor of another list */
export async function readPricesPage(
  { shop }: CallContext,
  { search, ...request }: PageRequest & { search: string; sort?: string },
) {
  const page = search
    ? await readShop(shop.domain, async (tx) =>
        readPage(await readFilter(tx, search), (prices) => queryRows(tx, prices)),
      )
    : await readPage({ search, skus: null }, (prices, name) => queryShop(shop.domain, prices, name));
  return mapPage(page, (record) => ({ ...priceRowOf(record, shop), id: record.id }));

  function readPage(filter: Filter, run: (prices: SQL, name: string) => Promise<PagedRecord[]>) {
    return readKeysetPage(
      pricesQuery,
      { list: priceSchedulesList, filter, scope: [shop.domain, search], request },
      ({ where, orderBy, limit, position, total, statementName }) => {
        // The limit isn't a parameter: the planner would expect a tenth of all rows.
        const prices = sql`SELECT ${COLUMNS}, ${position} AS position, ${total} AS total
          FROM price_schedules_of_shop AS s WHERE ${where} ORDER BY ${orderBy} LIMIT ${inText(limit)}`;
        return run(withCurrentPrices(prices, orderBy), statementName);
      },
    );
  }
}

/** The scheduled prices whose SKU contains a text, latest effective date first. */
export const listPrices = ({ shop }: CallContext, search: string): Promise<PriceRow[]> =>
  readShop(shop.domain, async (tx) =>
    readRows(tx, shop, isListed(await readFilter(tx, search)) ?? sql`true`),
  );

/** One scheduled price. */
export async function readPrice(tx: ShopTransaction, shop: Shop, id: number): Promise<PriceRow | undefined> {
  const [row] = await readRows(tx, shop, sql`s.id = ${id}`);
  return row;
}

async function readRows(tx: ShopTransaction, shop: Shop, where: SQL): Promise<PriceRow[]> {
  const orderBy = sql`s.effective_at DESC, s.id DESC`;
  const prices = sql`SELECT ${COLUMNS} FROM price_schedules_of_shop AS s WHERE ${where} ORDER BY ${orderBy} LIMIT ${MAX_ROWS}`;
  const records = await queryRows<PriceRecord>(tx, withCurrentPrices(prices, orderBy));
  return records.map((record) => priceRowOf(record, shop));
}

function priceRowOf(record: PriceRecord, { currency, timeZone }: Shop): PriceRow {
  const decimal = (value: string | null) =>
    value === null ? null : toDecimalString(centsFromDatabase(value), currency);
  const { state, lowest, seen_cents } = record;
  return {
    ID: record.id,
    MODEL: record.sku,
    PRICE: toDecimalString(centsFromDatabase(record.price_cents), currency),
    COMPARE_AT_PRICE: decimal(record.compare_at_cents),
    EFFECTIVE_DATE: formatDashedDateTime(record.effective_at, timeZone),
    END_DATE: record.end_at && formatDashedDateTime(record.end_at, timeZone),
    BELOW_MAPP_ITEM_TAG: record.below_mapp ? "true" : "false",
    version: record.version,
    state,
    message: record.message,
    effectiveAt: record.effective_at.toISOString(),
    endAt: record.end_at?.toISOString() ?? null,
    currentPrice: decimal(lowest),
    highestCurrentPrice: decimal(record.highest),
    changePercent: lowest === null ? null : changePercent(Number(lowest), Number(record.price_cents)),
    isChangedSince:
      (state === "scheduled" || state === "paused") && seen_cents !== null && lowest !== seen_cents,
    by: record.actor_name,
  };
}

/** The most batches that a month shows. */
const MAX_BATCHES = 300;

/**
 * The prices that begin or end in a month of the shop's time zone, by moment and file.
 * @param month YYYY-MM. Without one, the current month
 */
export async function readCalendar({ shop, clock }: CallContext, month?: string): Promise<PriceCalendar> {
  const shown = month ?? isoDateIn(clock.now(), shop.timeZone).slice(0, 7);
  const [year = 0, number = 0] = shown.split("-").map(Number);
  const firstOf = (index: number) => new Date(+new TZDate(year, index, 1, shop.timeZone));
  const { rows } = await withShop(shop.domain, (tx) =>
    tx.$client.query<{
      kind: PriceBatch["kind"];
      at: Date;
      run_id: string | null;
      file_name: string | null;
      by: string;
      prices: number;
      states: Partial<Record<PriceState, number>>;
    }>(STATEMENT, [shop.domain, firstOf(number - 1), firstOf(number), MAX_BATCHES + 1]),
  );
  return {
    month: shown,
    batches: rows.slice(0, MAX_BATCHES).map(({ kind, at, run_id, file_name, by, prices, states }) => ({
      kind,
      at: at.toISOString(),
      runId: file_name === null ? null : run_id,
      fileName: file_name ?? "",
      by,
      prices,
      states,
    })),
    hasMore: rows.length > MAX_BATCHES,
  };
}

/** Of the canceled ones, nothing begins or ends. Only an applied price ends. */
const STATEMENT = `
  WITH moments AS (
    SELECT 'begin' AS kind, effective_at AS at, import_run_id, state, actor_name FROM price_schedules
     WHERE shop = $1 AND effective_at >= $2 AND effective_at < $3 AND state <> 'canceled'
    UNION ALL
    SELECT 'end', end_at, import_run_id, state, actor_name FROM price_schedules
     WHERE shop = $1 AND end_at >= $2 AND end_at < $3 AND state NOT IN ('canceled', 'rolled back')
  ), by_state AS (
    SELECT kind, at, import_run_id, state, max(actor_name) AS actor_name, count(*)::int AS prices
      FROM moments GROUP BY 1, 2, 3, 4
  ), batches AS (
    SELECT kind, at, import_run_id, max(actor_name) AS actor_name, sum(prices)::int AS prices,
           jsonb_object_agg(state, prices) AS states
      FROM by_state GROUP BY 1, 2, 3 ORDER BY at, kind DESC, import_run_id LIMIT $4
  )
  SELECT batches.kind, at, import_run_id AS run_id, run.file_name, actor_name AS by, prices, states
    FROM batches LEFT JOIN import_runs AS run ON run.shop = $1 AND run.id = import_run_id
   ORDER BY at, batches.kind DESC, import_run_id`;
