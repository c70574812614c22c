import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { isInScope, type LogFilter } from "./log-filter.server";

type Scope = Omit<LogFilter, "sku">;

/** The entries of a range of time, without counting them one by one. */
export interface CountedDays {
  total: number;
  /** Where the entry with this offset is (0 is the newest): the end of its part, and the offset in it. */
  placeOf(offset: number): Promise<{ until?: Date; offset: number }>;
  /** False when a part of the range may have entries of price lists. */
  hasOnlyStorePrices: boolean;
}

/** Whole days (UTC), from the first one on and before the last one. */
interface WholeDays {
  first: Date | undefined;
  last: Date | undefined;
  withPriceLists: boolean;
}

const DAY = 86_400_000;
const floorDay = (instant: Date) => new Date(Math.floor(+instant / DAY) * DAY);
const ceilDay = (instant: Date) => new Date(Math.ceil(+instant / DAY) * DAY);

/** Adds up the stored counts of whole days (UTC), and counts the days that a range covers only in part. */
export async function countDays(tx: ShopTransaction, scope: Scope): Promise<CountedDays> {
  const { from, until, withPriceLists } = scope;
  const first = from && ceilDay(from);
  const last = until && floorDay(until);
  if (first && last && first >= last) {
    const total = await countEntries(tx, scope);
    return { total, hasOnlyStorePrices: false, placeOf: async (offset) => ({ until, offset }) };
  }
  const days = { first, last, withPriceLists };
  const newest = last && until > last ? await countEntries(tx, { ...scope, from: last }) : null;
  const whole = await addUpDays(tx, days);
  const oldest = first && from < first ? await countEntries(tx, { ...scope, until: first }) : null;
  return {
    total: (newest ?? 0) + whole.entries + (oldest ?? 0),
    hasOnlyStorePrices: whole.ofPriceLists === 0 && newest === null && oldest === null,
    async placeOf(offset) {
      // The first page needs no search for its day.
      if (offset === 0 || offset < (newest ?? 0)) return { until, offset };
      const rest = offset - (newest ?? 0);
      return rest < whole.entries ? findDay(tx, days, rest) : { until: first, offset: rest - whole.entries };
    },
  };
}

async function countEntries(tx: ShopTransaction, scope: Scope): Promise<number> {
  const rows = await queryRows<{ entries: number }>(
    tx,
    sql`SELECT count(*)::int AS entries FROM price_log_of_shop WHERE ${isInScope(scope)}`,
  );
  return rows[0]?.entries ?? 0;
}

/** Of `price_log_counts`: the days from `$1` on and before `$2`. */
const IN_DAYS = `shop = current_setting('app.shop') AND day >= coalesce($1::date, '-infinity') AND day < coalesce($2::date, 'infinity')`;

const daysOf = ({ first, last }: WholeDays) =>
  [first, last].map((day) => day?.toISOString().slice(0, 10) ?? null);

async function addUpDays(
  tx: ShopTransaction,
  days: WholeDays,
): Promise<{ entries: number; ofPriceLists: number }> {
  const { rows } = await tx.$client.query<{ entries: number; of_price_lists: number }>({
    name: "price log days",
    text: `SELECT coalesce(sum(entries) FILTER (WHERE $3 OR NOT of_price_lists), 0)::int AS entries,
            coalesce(sum(entries) FILTER (WHERE of_price_lists), 0)::int AS of_price_lists
       FROM price_log_counts WHERE ${IN_DAYS}`,
    values: [...daysOf(days), days.withPriceLists],
  });
  return { entries: rows[0]?.entries ?? 0, ofPriceLists: rows[0]?.of_price_lists ?? 0 };
}

/** The day that has the entry with this offset, and its offset in it. */
async function findDay(
  tx: ShopTransaction,
  days: WholeDays,
  offset: number,
): Promise<{ until?: Date; offset: number }> {
  const { rows } = await tx.$client.query<{ day: string; newer: number }>({
    name: "price log day",
    text: `SELECT day::text, (through - entries)::int AS newer
       FROM (SELECT day, entries, sum(entries) OVER (ORDER BY day DESC) AS through
               FROM (SELECT day, sum(entries) AS entries FROM price_log_counts
                      WHERE ${IN_DAYS} AND ($3 OR NOT of_price_lists) GROUP BY day) AS counted) AS placed
      WHERE through > $4 ORDER BY placed.day DESC LIMIT 1`,
    values: [...daysOf(days), days.withPriceLists, offset],
  });
  const [found] = rows;
  if (!found) return { until: days.first, offset: 0 };
  return { until: new Date(Date.parse(found.day) + DAY), offset: offset - found.newer };
}
