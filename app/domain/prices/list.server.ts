import { subSeconds } from "date-fns";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { ExportFilter } from "~/core/exports/list-export.server";
import { defineSheet } from "~/core/exports/sheet-of-list.server";
import { type AnyListOf, listOf } from "~/core/lists/define-list.server";
import { column, columnsOf, field, sheetColumn } from "~/core/lists/define-row.server";
import { defineListQuery } from "~/core/lists/list-query.server";
import { storedSkuContains } from "~/domain/products/read-products.server";
import { formatInstant } from "~/platform/dates/instant";
import type { Cents } from "~/platform/money/cents";
import { toDecimalString, toUnits } from "~/platform/money/decimal";
import { fileTimestamp } from "~/platform/sheets/spreadsheet";
import { ALL_CUSTOMERS, changedByOf, OUTSIDE_BACKROOM } from "./log-entry";
import { isInScope, type LogFilter } from "./log-record.server";
import { PRICE_LOG_LIST } from "./price-log-list";

const text = z.string();

const dayOf = (at: string): string => formatInstant(new Date(at), "UTC").date;

interface StoredAmount {
  cents: Cents | null;
  currency: string;
}

/** An amount in the currency of its entry: with all decimals in calls, and a number in a spreadsheet, which can compare it. */
const amount = <const Key extends string>(cents: string, shown: { key: Key; title: string; width: number }) =>
  column(
    columnsOf({ cents: sql.raw(cents), currency: sql`currency` }),
    text.nullable(),
    {
      ...shown,
      align: "end",
      sheet: ({ cents, currency }: StoredAmount) => (cents === null ? "" : toUnits(cents, currency)),
    },
    ({ cents, currency }) => (cents === null ? null : toDecimalString(cents, currency)),
  );

const changedAt = sql`changed_at`;

const row = {
  changedAt: column(changedAt, text, {
    title: "Date",
    format: "time",
    zone: "UTC",
    narrow: "plain",
    width: 12,
    sheet: dayOf,
  }),
  /** Empty for a variant without one. */
  Sku: column(sql`coalesce(sku, '')`, text, { title: "SKU", key: "sku", narrow: "title", width: 24 }),
  PreviousPrice: amount("previous_cents", { key: "previousPrice", title: "Previous Price", width: 16 }),
  CurrentPrice: amount("current_cents", { key: "currentPrice", title: "Current Price", width: 16 }),
  /** With two decimals. Null without a previous price, and after a price of 0. */
  PercentageChange: column(sql`change_percent`, text.nullable(), {
    title: "Percentage Change",
    key: "percentageChange",
    align: "end",
    width: 18,
    sheet: (percent) => (percent === null ? "" : Number(percent)),
  }),
  CompareAtPrice: amount("compare_at_cents", { key: "compareAtPrice", title: "Compare At Price", width: 18 }),
  /** The administrator, "Backroom" for what it did by itself, or "Outside Backroom". */
  changedBy: column(
    columnsOf({ actorName: sql`actor_name`, source: sql`source` }),
    text,
    {
      title: "Changed By",
      width: 40,
      sheet: (change: { actorName: string | null; source: string | null }) =>
        [changedByOf(change), change.source].filter(Boolean).join(": "),
    },
    changedByOf,
  ),
  /** MM/DD/YYYY in UTC, as the filter's dates. */
  DisplayDate: field(changedAt, text, dayOf),
  id: field(sql`id`, text),
  /** The number of the variant. */
  variantId: field(sql`variant_id`, text),
  /** The number of the price list. 0 is the store's own price. */
  priceListId: field(sql`price_list_id`, text),
  /** Of the product and the variant. */
  title: field(sql`title`, text),
  currency: field(sql`currency`, text),
  /** What in Backroom changed it, with the name of an imported file. Null when it was changed outside Backroom. */
  changedThrough: field(sql`source`, text.nullable()),
};

const customerTypeOf = (type: string): string => type || ALL_CUSTOMERS;
const sourceOf = (source: string | null): string => source ?? OUTSIDE_BACKROOM;

/** Which entries there are is read by statements of `listPriceLog`, which find a page at any depth. */
const priceLogQuery = defineListQuery<LogFilter>({
  from: sql`price_log_of_shop`,
  id: { by: sql`id`, type: "bigint" },
  sorts: { changedAt: { by: changedAt, type: "timestamptz" } },
  conditions: (filter) => [
    isInScope(filter),
    filter.sku
      ? sql`sku IN (SELECT sku FROM price_log_skus_of_shop WHERE ${storedSkuContains(filter.sku)})`
      : undefined,
  ],
});

const declared = {
  name: PRICE_LOG_LIST,
  defaultSort: "changedAt desc",
  search: { maxLength: 60, hint: "enter product sku" },
  pageSize: 10,
  density: "compact",
} as const;

/** The price log: every change of a price, newest first. */
export const priceLogList = listOf(priceLogQuery, { ...declared, row });

/** The price log of an employee store, which also has the prices of price lists. */
export const employeePriceLogList = listOf(priceLogQuery, {
  ...declared,
  row: {
    ...row,
    /** The catalog or price list that the price belongs to. */
    CustomerType: column(
      sql`customer_type`,
      text,
      { title: "Customer Type", key: "customerType", width: 24, sheet: customerTypeOf },
      customerTypeOf,
    ),
    /** What changed it. */
    Source: column(
      sql`source`,
      text,
      { title: "Source", key: "source", width: 24, sheet: sourceOf },
      sourceOf,
    ),
    // Only here are there prices in other currencies than the shop's.
    sheetCurrency: sheetColumn(sql`currency`, { title: "Currency", width: 10 }),
  },
});

/** An entry as calls answer it. The fields that only employee stores show are missing elsewhere. */
export const priceLogRow = employeePriceLogList.row.partial({ CustomerType: true, Source: true });
export type PriceLogRow = z.output<typeof priceLogRow>;

/** The range of an export, as a job stores it: up to but not including `until`. The search is in the job's own field. */
const exportedRange = z.object({ from: z.coerce.date().optional(), until: z.coerce.date().optional() });

const sheetOf = (
  list: Pick<typeof priceLogList, "name" | "query"> & Pick<AnyListOf, "fields">,
  name: string,
  withPriceLists: boolean,
) =>
  defineSheet(list, {
    name,
    flag: "showPriceControl",
    pick: ({ request: { filter, searchValue } }: ExportFilter<z.output<typeof exportedRange>>) => ({
      ...filter,
      sku: searchValue.trim(),
      withPriceLists,
    }),
    filter: exportedRange,
    filterLines: ({ filter: { from, until } }) => [
      ...(from ? [`From ${formatInstant(from, "UTC").date} (UTC)`] : []),
      ...(until ? [`To ${formatInstant(subSeconds(until, 1), "UTC").date} (UTC)`] : []),
    ],
    title: () => "Price Log",
    fileName: (_part, now) => `Price_Log_${fileTimestamp(now)}`,
  });

/** The spreadsheet of the price log. The page exports this one, and its call takes the one with price lists for an employee store. */
export const priceLogSheet = sheetOf(priceLogList, "price-log", false);

/** The spreadsheet with the prices of price lists. */
export const employeePriceLogSheet = sheetOf(employeePriceLogList, "employee-price-log", true);
