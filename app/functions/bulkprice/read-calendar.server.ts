import { TZDate } from "@date-fns/tz";
import type { CallContext } from "~/core/context.server";
import { isoDateIn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import type { PriceBatch, PriceCalendar } from "./contract";
import type { PriceState } from "./states";

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
