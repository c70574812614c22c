import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { listOf, type RowOf } from "~/core/lists/define-list.server";
import { column, defineRow, field } from "~/core/lists/define-row.server";
import type { Position } from "~/core/lists/keyset.server";
import type { PageRequest } from "~/core/lists/keyset-page";
import {
  defineListQuery,
  inText,
  mapPage,
  queryRows,
  queryShop,
  readKeysetPage,
} from "~/core/lists/list-query.server";
import { skuContains, storedSkuContains } from "~/domain/products/read-products.server";
import { formatDashedDateTime } from "~/platform/dates/date-text";
import { readShop } from "~/platform/db/read-shop.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ListResult } from "~/platform/list";
import { centsFromDatabase } from "~/platform/money/cents";
import { toDecimalString } from "~/platform/money/decimal";
import { changePercent, PRICE_STATES, PRICES_LIST, type PriceState } from "./states";
import { dueOrder, startsToday } from "./tables.server";

/** The most rows that a call without pages answers. */
const MAX_ROWS = 1_000;

/** The most rows that are counted for a page's total. */
const MAX_COUNTED = 10_000;

/** A search that finds more SKUs reads the prices by date instead. They are close together there. */
const FEW_SKUS = 10_000;

interface Filter {
  search: string;
  state: PriceState | undefined;
  /** Only those that are still to start today. */
  starts: SQL | undefined;
  /** The SKUs that the search finds. Null without a search, and when they are many. */
  skus: readonly string[] | null;
}

const hasSku = ({ search, skus }: Pick<Filter, "search" | "skus">): SQL | undefined => {
  if (skus) return sql`s.sku = ANY(${sql.param(skus)}::text[])`;
  return search ? skuContains(sql`s.sku`, search) : undefined;
};

const pricesQuery = defineListQuery({
  from: sql`price_schedules_of_shop AS s`,
  id: { by: sql`s.id`, type: "bigint" },
  sorts: { due: { by: dueOrder(sql`s.`), type: "bigint" } },
  conditions: (filter: Filter) => [
    hasSku(filter),
    filter.state === undefined ? undefined : sql`s.state = ${filter.state}`,
    filter.starts,
  ],
  total: ({ search, state, starts }) => ({
    kind: "counted",
    upTo: MAX_COUNTED,
    along: search || state || starts ? undefined : sql`s.id`,
  }),
});

async function readFilter(tx: ShopTransaction, search: string): Promise<Pick<Filter, "search" | "skus">> {
  if (!search) return { search, skus: null };
  const found = await queryRows<{ sku: string }>(
    tx,
    sql`SELECT sku FROM price_schedule_skus_of_shop WHERE ${storedSkuContains(search)} LIMIT ${FEW_SKUS + 1}`,
  );
  return { search, skus: found.length > FEW_SKUS ? null : found.map(({ sku }) => sku) };
}

const text = z.string();
/** ISO 8601. */
const instant = text;

/** The states in which a price is still to be set. */
const isOpen = sql`s.state IN ('scheduled', 'paused')`;

const decimal = (value: string, { shop }: CallContext): string =>
  toDecimalString(centsFromDatabase(value), shop.currency);

const decimalOrNull = (value: string | null, reader: CallContext): string | null =>
  value === null ? null : decimal(value, reader);

/** MM-DD-YYYY HH:mm:ss in the shop's time zone. */
const dashed = (at: string, { shop }: CallContext): string =>
  formatDashedDateTime(new Date(at), shop.timeZone);

/**
 * A scheduled price `s` beside the prices that its `variants` have now. The names in capitals are specified. Amounts are decimal text
 * in the shop's currency.
 */
const priceFields = {
  ID: field(sql`s.id`, text),
  /** The SKU. */
  MODEL: column(sql`s.sku`, text, {
    title: "SKU",
    key: "sku",
    sort: { by: sql`s.sku`, type: "text" },
    narrow: "title",
  }),
  /** The lowest and the highest price of the variants with this SKU in the store. Null when there is none. */
  currentPrice: column(
    sql`variants.lowest`,
    text.nullable(),
    { title: "Current Price", align: "end" },
    decimalOrNull,
  ),
  highestCurrentPrice: field(sql`variants.highest`, text.nullable(), decimalOrNull),
  PRICE: column(sql`s.price_cents`, text, { title: "Price", key: "price", align: "end" }, decimal),
  /** From the current price to this one, such as "+12.5%". Null when there is nothing to compare with. */
  changePercent: column(
    sql`json_build_object('from', variants.lowest, 'to', s.price_cents)`,
    text.nullable(),
    { title: "Change", key: "change", align: "end" },
    ({ from, to }: { from: number | null; to: number }) => (from === null ? null : changePercent(from, to)),
  ),
  COMPARE_AT_PRICE: column(
    sql`s.compare_at_cents`,
    text.nullable(),
    { title: "Compare At Price", key: "compareAtPrice", align: "end" },
    decimalOrNull,
  ),
  /** MM-DD-YYYY HH:mm:ss in the shop's time zone. */
  EFFECTIVE_DATE: column(
    sql`s.effective_at`,
    text,
    {
      title: "Effective Date",
      key: "effectiveDate",
      sort: { by: sql`s.effective_at`, type: "timestamptz" },
    },
    dashed,
  ),
  /** MM-DD-YYYY HH:mm:ss. Null when the price has no end. */
  END_DATE: column(
    sql`s.end_at`,
    text.nullable(),
    { title: "End Date", key: "endDate" },
    (at: string | null, reader) => at && dashed(at, reader),
  ),
  BELOW_MAPP_ITEM_TAG: column(sql`s.below_mapp::text`, z.enum(["true", "false"]), {
    title: "Below MAPP Item Tag",
    key: "belowMapp",
  }),
  /** To be sent back with a change. */
  version: field(sql`s.version`, z.number().int()),
  state: column(sql`s.state`, z.enum(PRICE_STATES), { title: "State", narrow: "plain" }),
  message: field(sql`s.message`, text.nullable()),
  effectiveAt: field(sql`s.effective_at`, instant),
  /** Null when the price has no end. */
  endAt: field(sql`s.end_at`, instant.nullable()),
  /** The store's price isn't the one that it was when this price was scheduled. */
  isChangedSince: field(
    sql`${isOpen} AND s.seen_cents IS NOT NULL AND variants.lowest IS DISTINCT FROM s.seen_cents`,
    z.boolean(),
  ),
  /** Who scheduled it, or edited it last. */
  by: field(sql`s.actor_name`, text),
};

/** A scheduled price as calls answer it. */
export const priceRow = defineRow(priceFields);
export type PriceRow = z.output<typeof priceRow.schema>;

/** The grid of scheduled prices. */
export const pricesList = listOf(pricesQuery, {
  name: PRICES_LIST,
  row: {
    ...priceFields,
    id: field(sql`s.id`, text),
    /** Of the product with this SKU, the first of several. Null when there is none. */
    title: field(
      sql`(SELECT p.title FROM variants_of_shop AS v JOIN products_of_shop AS p ON p.id = v.product_id
            WHERE v.sku = s.sku ORDER BY v.id LIMIT 1)`,
      text.nullable(),
    ),
  },
  defaultSort: "due asc",
  search: { maxLength: 60, hint: "enter product sku" },
  pageSize: 25,
  density: "compact",
});

/** A price as a row of the grid. */
export type PriceGridRow = RowOf<typeof pricesList>;

/** Selects scheduled prices and what their variants have now. @param prices selects at most one page of them as `s` */
const withCurrentPrices = (
  select: SQL,
  prices: SQL,
  orderBy: SQL,
): SQL => sql`SELECT ${select} FROM (${prices}) AS s
  CROSS JOIN LATERAL (
    SELECT min(v.price_cents) AS lowest, max(v.price_cents) AS highest FROM variants_of_shop AS v WHERE v.sku = s.sku) AS variants
  ORDER BY ${orderBy}`;

/** A page of scheduled prices, the next due first unless sorted. @throws 400 for a cursor of another list */
export async function readPricesPage(
  context: CallContext,
  {
    search,
    state,
    starts,
    ...request
  }: PageRequest & { search: string; state?: PriceState; starts?: "today"; sort?: string },
): Promise<ListResult<PriceGridRow>> {
  const { domain, timeZone } = context.shop;
  const narrowed = { state, starts: starts && startsToday(context.clock.now(), timeZone) };
  const page = search
    ? await readShop(domain, async (tx) =>
        readPage({ ...(await readFilter(tx, search)), ...narrowed }, (prices) => queryRows(tx, prices)),
      )
    : await readPage({ search, skus: null, ...narrowed }, (prices, name) =>
        // The whole list has one plan in each order. A state has few rows or nearly all.
        queryShop(domain, prices, state || starts ? undefined : name),
      );
  return mapPage(page, (record) => pricesList.rowOf(record, context) as PriceGridRow);

  function readPage(
    filter: Filter,
    run: (prices: SQL, name: string) => Promise<{ position: Position; total: string | null }[]>,
  ) {
    return readKeysetPage(
      pricesList.query,
      { list: pricesList, filter, scope: [domain, search, state, starts], request },
      ({ where, orderBy, limit, position, total, statementName }) => {
        // The limit isn't a parameter: the planner would expect a tenth of all rows.
        const prices = sql`SELECT s.*, ${position} AS position, ${total} AS total
          FROM price_schedules_of_shop AS s WHERE ${where} ORDER BY ${orderBy} LIMIT ${inText(limit)}`;
        return run(
          withCurrentPrices(sql`${pricesList.select}, s.position, s.total`, prices, orderBy),
          statementName,
        );
      },
    );
  }
}

/** The scheduled prices whose SKU contains a text, latest effective date first. */
export const listPrices = (context: CallContext, search: string): Promise<PriceRow[]> =>
  readShop(context.shop.domain, async (tx) =>
    readRows(tx, context, hasSku(await readFilter(tx, search)) ?? sql`true`),
  );

/** One scheduled price. */
export async function readPrice(
  tx: ShopTransaction,
  context: CallContext,
  id: number,
): Promise<PriceRow | undefined> {
  const [row] = await readRows(tx, context, sql`s.id = ${id}`);
  return row;
}

async function readRows(tx: ShopTransaction, context: CallContext, where: SQL): Promise<PriceRow[]> {
  const orderBy = sql`s.effective_at DESC, s.id DESC`;
  const prices = sql`SELECT * FROM price_schedules_of_shop AS s WHERE ${where} ORDER BY ${orderBy} LIMIT ${MAX_ROWS}`;
  const records = await queryRows<object>(tx, withCurrentPrices(priceRow.select, prices, orderBy));
  return records.map((record) => priceRow.of(record, context));
}
