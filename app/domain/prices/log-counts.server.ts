import { type SQL, sql } from "drizzle-orm";
import { utcIsoDate } from "~/platform/dates/iso-date";
import { withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import type { LogFilter } from "./log-record.server";
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

const FIRST_PART = "date '2000-01-01'";

/** The parts of 32 days that the log's days are counted in: their numbers, from a day. */
export const partOf = (day: SQL) => sql`(${day} - ${sql.raw(FIRST_PART)}) / 32`;

/** The first day of a part. @param part its number */
export const partStart = (part: SQL) => sql`${sql.raw(FIRST_PART)} + (${part}) * 32`;

/** The first day of a day's part, as the text of a statement. */
export const firstDayOfPart = (day: string) => `${FIRST_PART} + (${day} - ${FIRST_PART}) / 32 * 32`;

/**
 * Counts of which each part (`partOf`) has few: those of whole parts, where the log isn't restricted to a range, and of the days that
 * aren't in them yet.
 */
export const countsByPart = (range: Range): SQL =>
  range.from || range.until
    ? countsOf(range).rows
    : sql`SELECT first_day AS day, of_price_lists, entries FROM price_log_part_counts WHERE ${OF_SHOP}
          UNION ALL SELECT day, of_price_lists, entries FROM price_log_counts WHERE ${OF_SHOP} AND NOT is_in_part`;

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
const OF_SHOP = sql`shop = (SELECT current_setting('app.shop'))`;

const storedBetween = (first: Date | undefined, last: Date | undefined): SQL =>
  sql`SELECT day, of_price_lists, entries FROM price_log_counts WHERE ${OF_SHOP}
    ${first ? sql`AND day >= ${utcIsoDate(first)}::date` : sql``} ${last ? sql`AND day < ${utcIsoDate(last)}::date` : sql``}`;

const countedBetween = (from: Date, until: Date): SQL =>
  sql`SELECT (changed_at AT TIME ZONE 'UTC')::date AS day, price_list_id <> ${sql.raw(String(STORE_PRICE))} AS of_price_lists,
      1 AS entries FROM price_log_of_shop WHERE changed_at >= ${from} AND changed_at < ${until}`;

/** Adds new counts to those of their 32 days. */
const ADD_TO_PARTS = `
  WITH added AS (
    UPDATE price_log_counts SET is_in_part = true WHERE shop = $1 AND NOT is_in_part RETURNING day, of_price_lists, entries)
  INSERT INTO price_log_part_counts AS part (shop, first_day, of_price_lists, entries)
  SELECT $1, ${firstDayOfPart("day")}, of_price_lists, sum(entries) FROM added GROUP BY 2, 3
  ON CONFLICT (shop, first_day, of_price_lists) DO UPDATE SET entries = part.entries + excluded.entries`;

/** Adds up the counts of each day that has several. */
const MERGE_DAYS = `
  WITH merged AS (
    DELETE FROM price_log_counts AS counts USING (
      SELECT day, of_price_lists FROM price_log_counts WHERE shop = $1 AND is_in_part GROUP BY 1, 2 HAVING count(*) > 1) AS several
     WHERE counts.shop = $1 AND counts.is_in_part AND counts.day = several.day AND counts.of_price_lists = several.of_price_lists
    RETURNING counts.day, counts.of_price_lists, counts.entries)
  INSERT INTO price_log_counts (shop, day, of_price_lists, entries, is_in_part)
  SELECT $1, day, of_price_lists, sum(entries), true FROM merged GROUP BY 2, 3`;

/** Adds up the counts of the log, so that a page reads one row per 32 days, and one per day of those where it begins. */
export const mergeLogCounts = defineTask({
  name: "prices.merge-log-counts",
  schedule: {
    cron: "*/10 * * * *",
    due: "EXISTS (SELECT FROM price_log_counts AS due WHERE due.shop = shops.shop AND NOT due.is_in_part)",
  },
  async run(shop) {
    await withShop(shop, async (tx) => {
      await tx.$client.query(ADD_TO_PARTS, [shop]);
      await tx.$client.query(MERGE_DAYS, [shop]);
    });
  },
});
