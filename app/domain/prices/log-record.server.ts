import { type SQL, sql } from "drizzle-orm";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import type { LogEntry } from "./log-entry";
import { STORE_PRICE } from "./tables.server";

/** What is read of a row of the price log. */
export const LOG_COLUMNS = sql.raw(
  [
    "id",
    "changed_at",
    "variant_id",
    "price_list_id",
    "sku",
    "title",
    "currency",
    "previous_cents",
    "current_cents",
    "compare_at_cents",
    "change_percent",
    "customer_type",
    "source",
    "actor_name",
  ].join(", "),
);

export interface LogRecord {
  id: string;
  changed_at: Date;
  variant_id: string;
  price_list_id: string;
  sku: string | null;
  title: string;
  currency: string;
  previous_cents: string | null;
  current_cents: string | null;
  compare_at_cents: string | null;
  change_percent: string | null;
  customer_type: string;
  source: string | null;
  actor_name: string | null;
}

const centsOrNull = (value: string | null): Cents | null =>
  value === null ? null : centsFromDatabase(value);

/** A row as an entry. */
export const logEntryOf = (record: LogRecord): LogEntry => ({
  id: record.id,
  changedAt: record.changed_at,
  variantNumber: record.variant_id,
  priceListId: record.price_list_id,
  sku: record.sku ?? "",
  title: record.title,
  currency: record.currency,
  previousPrice: centsOrNull(record.previous_cents),
  currentPrice: centsOrNull(record.current_cents),
  compareAtPrice: centsOrNull(record.compare_at_cents),
  changePercent: record.change_percent,
  customerType: record.customer_type,
  source: record.source,
  actorName: record.actor_name,
});

/** Which entries of the price log. Absent bounds don't restrict it. */
export interface LogFilter {
  /** From this instant on. */
  from?: Date;
  /** Up to but not including this instant. */
  until?: Date;
  /** A part of the SKU, in any case. */
  sku: string;
  /** False where the page can't show whose price an entry is. */
  withPriceLists: boolean;
}

/** The condition of a filter over `price_log_of_shop`, without its SKU. */
export const isInScope = ({ from, until, withPriceLists }: Omit<LogFilter, "sku">): SQL =>
  sql.join(
    [
      from ? sql`changed_at >= ${from}` : sql`true`,
      ...(until ? [sql`changed_at < ${until}`] : []),
      ...(withPriceLists ? [] : [sql`price_list_id = ${sql.raw(String(STORE_PRICE))}`]),
    ],
    sql` AND `,
  );
