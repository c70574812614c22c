import { type SQL, sql } from "drizzle-orm";
import type { LogFilter } from "./log-filter.server";
import { STORE_PRICE } from "./tables.server";

type Range = Pick<LogFilter, "from" | "until">;

const DAY = 86_400_000;
const floorDay = (instant: Date) => new Date(Math.floor(+instant / DAY) * DAY);
const ceilDay = (instant: Date) => new Date(Math.ceil(+instant / DAY) * DAY);

/** Counts of the entries of a range of time. */
export interface LogCounts {
  /** Selects `day` (UTC), `of_price_lists` and `entries`. A day may have several rows. */
  rows: SQL;
  /** False when entries of some days are counted one by one: how many there are changes the plan. */
  areStored: boolean;
}

/** The stored counts of whole days (UTC). The days that a range covers only in part are counted entry by entry. */
export function countsOf({ from, until }: Range): LogCounts {
  const first = from && ceilDay(from);
  const last = until && floorDay(until);
  if (first && last && first > last) return { rows: countedBetween(from, until), areStored: false };
  const parts = [
    storedBetween(first, last),
    ...(from && first && from < first ? [countedBetween(from, first)] : []),
    ...(until && last && last < until ? [countedBetween(last, until)] : []),
  ];
  return { rows: sql.join(parts, sql` UNION ALL `), areStored: parts.length === 1 };
}

// The setting is read in a query of its own, because a comparison would read it again for each row.
const storedBetween = (first: Date | undefined, last: Date | undefined): SQL =>
  sql`SELECT day, of_price_lists, entries FROM price_log_counts WHERE shop = (SELECT current_setting('app.shop'))
    ${first ? sql`AND day >= ${dayOf(first)}::date` : sql``} ${last ? sql`AND day < ${dayOf(last)}::date` : sql``}`;

const countedBetween = (from: Date, until: Date): SQL =>
  sql`SELECT (changed_at AT TIME ZONE 'UTC')::date AS day, price_list_id <> ${sql.raw(String(STORE_PRICE))} AS of_price_lists,
      1 AS entries FROM price_log_of_shop WHERE changed_at >= ${from} AND changed_at < ${until}`;

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
