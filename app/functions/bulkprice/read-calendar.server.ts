import { TZDate } from "@date-fns/tz";
import { type SQL, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { inText, queryShop } from "~/core/lists/list-query.server";
import { isoDateIn } from "~/platform/dates/instant";
import { centsFromDatabase } from "~/platform/money/cents";
import { toDecimalString } from "~/platform/money/decimal";
import type { PriceBatch, PriceCalendar } from "./schemas";
import type { PriceState } from "./states";

/** The most batches that an answer has. */
const MAX_BATCHES = 300;

/** The most overlaps that a month shows. */
const MAX_OVERLAPS = 50;

/**
 * The prices that begin or end in a month of the shop's time zone: how many on each day, and by moment and file.
 * @param month YYYY-MM. Without one, the current one
 * @param day YYYY-MM-DD. With it, its month, and only the batches of this day
 */
export async function readCalendar(
  { shop, clock }: CallContext,
  { month, day }: { month?: string; day?: string },
): Promise<PriceCalendar> {
  const shown = day?.slice(0, 7) ?? month ?? isoDateIn(clock.now(), shop.timeZone).slice(0, 7);
  const [year = 0, number = 0] = shown.split("-").map(Number);
  const begins = (index: number, date = 1) => new Date(+new TZDate(year, index, date, shop.timeZone));
  const range = { from: begins(number - 1), until: begins(number) };
  const date = day === undefined ? undefined : Number(day.slice(8));
  const batchesIn =
    date === undefined ? range : { from: begins(number - 1, date), until: begins(number - 1, date + 1) };
  const [[found], overlaps] = await Promise.all([
    queryShop<CalendarRecord>(shop.domain, batchesAndDays(range, batchesIn, shop.timeZone)),
    queryShop<OverlapRecord>(shop.domain, overlapsIn(range)),
  ]);
  const money = (amount: string) => toDecimalString(centsFromDatabase(amount), shop.currency);
  const batches = found?.batches ?? [];
  return {
    month: shown,
    day: day ?? null,
    days: found?.days ?? [],
    batches: batches.slice(0, MAX_BATCHES).map(({ at, runId, fileName, ...batch }) => ({
      ...batch,
      at: new Date(at).toISOString(),
      runId: fileName === null ? null : runId,
      fileName: fileName ?? "",
    })),
    hasMore: batches.length > MAX_BATCHES,
    overlaps: overlaps.slice(0, MAX_OVERLAPS).map((overlap) => ({
      sku: overlap.sku,
      price: money(overlap.price),
      from: overlap.from.toISOString(),
      until: overlap.until.toISOString(),
      laterPrice: money(overlap.later_price),
      laterFrom: overlap.later_from.toISOString(),
      laterUntil: overlap.later_until?.toISOString() ?? null,
    })),
    hasMoreOverlaps: overlaps.length > MAX_OVERLAPS,
  };
}

interface Range {
  from: Date;
  until: Date;
}

interface OverlapRecord {
  sku: string;
  price: string;
  from: Date;
  until: Date;
  later_price: string;
  later_from: Date;
  later_until: Date | null;
}

const IN_FORCE = sql`state IN ('scheduled', 'paused', 'applying', 'applied')`;

const OVERLAP_COLUMNS = sql`id, sku, price_cents, effective_at, end_at`;

/**
 * Prices that begin in a range while an earlier price of their SKU has still to end. One without an end is replaced by the next. Each side
 * is read once, by its date: a lookup of each SKU takes four times as long when 50,000 prices begin in the month.
 */
const overlapsIn = ({ from, until }: Range): SQL => sql`
  WITH later AS MATERIALIZED (
    SELECT ${OVERLAP_COLUMNS} FROM price_schedules_of_shop
     WHERE effective_at >= ${from} AND effective_at < ${until} AND ${IN_FORCE}
  ), earlier AS MATERIALIZED (
    SELECT ${OVERLAP_COLUMNS} FROM price_schedules_of_shop
     WHERE end_at > ${from} AND effective_at < ${until} AND ${IN_FORCE}
  )
  SELECT later.sku, earlier.price_cents AS price, earlier.effective_at AS from, earlier.end_at AS until,
         later.price_cents AS later_price, later.effective_at AS later_from, later.end_at AS later_until
    FROM later JOIN earlier ON earlier.sku = later.sku AND earlier.id <> later.id
     AND earlier.effective_at < later.effective_at AND earlier.end_at > later.effective_at
   ORDER BY later.effective_at, later.id, earlier.id LIMIT ${inText(MAX_OVERLAPS + 1)}`;

interface CalendarRecord {
  days: PriceCalendar["days"];
  batches: {
    kind: PriceBatch["kind"];
    /** In milliseconds: JavaScript doesn't read the database's text of a year after 9999, which 12-31-9999 is in UTC. */
    at: number;
    runId: string | null;
    fileName: string | null;
    by: string;
    prices: number;
    states: Partial<Record<PriceState, number>>;
  }[];
}

/** Of the canceled ones, nothing begins or ends. Only an applied price ends. */
const batchesAndDays = ({ from, until }: Range, shown: Range, timeZone: string): SQL => sql`
  WITH moments AS (
    SELECT 'begin' AS kind, effective_at AS at, import_run_id, state, actor_name FROM price_schedules_of_shop
     WHERE effective_at >= ${from} AND effective_at < ${until} AND state <> 'canceled'
    UNION ALL
    SELECT 'end', end_at, import_run_id, state, actor_name FROM price_schedules_of_shop
     WHERE end_at >= ${from} AND end_at < ${until} AND state NOT IN ('canceled', 'rolled back')
  ), by_state AS MATERIALIZED (
    SELECT kind, at, import_run_id, state, max(actor_name) AS actor_name, count(*)::int AS prices
      FROM moments GROUP BY 1, 2, 3, 4
  ), days AS (
    SELECT (at AT TIME ZONE ${timeZone}::text)::date::text AS day,
           coalesce(sum(prices) FILTER (WHERE kind = 'begin'), 0)::int AS begin,
           coalesce(sum(prices) FILTER (WHERE kind = 'end'), 0)::int AS end
      FROM by_state GROUP BY 1
  ), batches AS (
    SELECT kind, at, import_run_id, max(actor_name) AS actor_name, sum(prices)::int AS prices,
           jsonb_object_agg(state, prices) AS states
      FROM by_state WHERE at >= ${shown.from} AND at < ${shown.until}
     GROUP BY 1, 2, 3 ORDER BY at, kind DESC, import_run_id LIMIT ${inText(MAX_BATCHES + 1)}
  )
  SELECT coalesce((SELECT json_agg(days ORDER BY day) FROM days), '[]') AS days,
         coalesce((SELECT json_agg(json_build_object('kind', batch.kind, 'at', (extract(epoch FROM batch.at) * 1000)::bigint, 'runId', batch.import_run_id,
                                                     'fileName', run.file_name, 'by', batch.actor_name, 'prices', batch.prices,
                                                     'states', batch.states)
                                   ORDER BY batch.at, batch.kind DESC, batch.import_run_id)
                     FROM batches AS batch
                     LEFT JOIN import_runs AS run ON run.shop = current_setting('app.shop') AND run.id = batch.import_run_id), '[]') AS batches`;
