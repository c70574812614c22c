import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { isInScope, type LogFilter } from "./log-filter.server";

type Scope = Omit<LogFilter, "sku">;

/** Entries up to an instant, and from the one before on. */
interface CountedPart {
  /** Absent for the newest part of a range without an end. */
  until?: Date;
  entries: number;
}

/** The entries of a range of time, without counting them one by one. */
export interface CountedDays {
  total: number;
  /** Where the entry with this offset is (0 is the newest): the end of its part, and the offset in it. */
  placeOf(offset: number): { until?: Date; offset: number };
  /** False when a part of the range has entries of price lists. */
  hasOnlyStorePrices: boolean;
}

const DAY = 86_400_000;
const floorDay = (instant: Date) => new Date(Math.floor(+instant / DAY) * DAY);
const ceilDay = (instant: Date) => new Date(Math.ceil(+instant / DAY) * DAY);

/** Adds up the stored counts of whole days (UTC), and counts the days that a range covers only in part. */
export async function countDays(tx: ShopTransaction, scope: Scope): Promise<CountedDays> {
  const { from, until } = scope;
  const first = from && ceilDay(from);
  const last = until && floorDay(until);
  if (first && last && first >= last) {
    const parts = [{ until, entries: await countEntries(tx, scope) }];
    return countedDays(parts, false);
  }
  const newest =
    last && until > last ? [{ until, entries: await countEntries(tx, { ...scope, from: last }) }] : [];
  const { parts, hasOnlyStorePrices } = await readDays(tx, scope, first, last);
  const oldest =
    first && from < first
      ? [{ until: first, entries: await countEntries(tx, { ...scope, until: first }) }]
      : [];
  return countedDays(
    [...newest, ...parts, ...oldest],
    hasOnlyStorePrices && newest.length === 0 && oldest.length === 0,
  );
}

function countedDays(parts: readonly CountedPart[], hasOnlyStorePrices: boolean): CountedDays {
  return {
    total: parts.reduce((sum, { entries }) => sum + entries, 0),
    hasOnlyStorePrices,
    placeOf(offset) {
      let rest = offset;
      for (const { until, entries } of parts) {
        if (rest < entries) return { until, offset: rest };
        rest -= entries;
      }
      return { until: parts.at(-1)?.until, offset: rest };
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

async function readDays(
  tx: ShopTransaction,
  { withPriceLists }: Scope,
  first: Date | undefined,
  last: Date | undefined,
): Promise<{ parts: CountedPart[]; hasOnlyStorePrices: boolean }> {
  const { rows } = await tx.$client.query<{ day: string; store_prices: number; of_price_lists: number }>(
    `SELECT day::text, coalesce(sum(entries) FILTER (WHERE NOT of_price_lists), 0)::int AS store_prices,
            coalesce(sum(entries) FILTER (WHERE of_price_lists), 0)::int AS of_price_lists
       FROM price_log_counts
      WHERE shop = current_setting('app.shop') AND day >= coalesce($1::date, '-infinity') AND day < coalesce($2::date, 'infinity')
      GROUP BY day ORDER BY price_log_counts.day DESC`,
    [first?.toISOString().slice(0, 10) ?? null, last?.toISOString().slice(0, 10) ?? null],
  );
  return {
    parts: rows.map((row) => ({
      until: new Date(Date.parse(row.day) + DAY),
      entries: row.store_prices + (withPriceLists ? row.of_price_lists : 0),
    })),
    hasOnlyStorePrices: rows.every(({ of_price_lists }) => of_price_lists === 0),
  };
}
