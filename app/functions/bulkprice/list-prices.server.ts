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
import { skuContains, storedSkuContains } from "~/domain/products/sku-search.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatDashedDateTime } from "~/platform/dates/dashed-date-time";
import { readShop } from "~/platform/db/read-shop.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { centsFromDatabase } from "~/platform/money/cents";
import { toDecimalString } from "~/platform/money/decimal";
import type { PriceRow } from "./contract";
import { priceSchedulesList } from "./list";
import { changePercent } from "./read-price";
import type { PriceState } from "./states";

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
