import { SHOP } from "../backroom.ts";
import type { Query } from "./queries.ts";

/** The SQL that a programmer would write by hand for the pages of the price log and of Import Price: their rows, order and totals. */

const LOG_COLUMNS = `id, changed_at, variant_id, price_list_id, sku, title, currency, previous_cents, current_cents,
  compare_at_cents, change_percent, customer_type, source, actor_name`;
const NEWEST_FIRST = "ORDER BY changed_at DESC, id DESC LIMIT 10";

/** Where a page begins: its first row. */
export interface LogPlace {
  changedAt: string;
  id: string;
}

/** A page of the log whose first row is known. Backroom has to find that row by the page's number. */
export const logPage = (place: LogPlace): Query => ({
  name: "log page",
  text: `SELECT ${LOG_COLUMNS}, (SELECT sum(entries) FROM price_log_counts WHERE shop = $1) AS total FROM price_log
          WHERE shop = $1 AND (changed_at, id) <= ($2::timestamptz, $3::bigint) ${NEWEST_FIRST}`,
  values: [SHOP, place.changedAt, place.id],
});

/** A range of days. */
export const logDays = (from: string, until: string): Query => ({
  name: "log days",
  text: `SELECT ${LOG_COLUMNS},
                (SELECT sum(entries) FROM price_log_counts WHERE shop = $1 AND day >= $2::date AND day < $3::date) AS total
           FROM price_log WHERE shop = $1 AND changed_at >= $2::timestamptz AND changed_at < $3::timestamptz ${NEWEST_FIRST}`,
  values: [SHOP, `${from}T00:00:00Z`, `${until}T00:00:00Z`],
});

/** The entries whose SKU contains a text. */
export const logSku = (text: string): Query => ({
  text: `WITH found AS MATERIALIZED (
           SELECT ${LOG_COLUMNS} FROM price_log WHERE shop = $1
              AND sku = ANY(ARRAY(SELECT sku FROM price_log_skus WHERE shop = $1 AND lower(sku) LIKE $2)))
         SELECT *, (SELECT count(*) FROM found) AS total FROM found ${NEWEST_FIRST}`,
  values: [SHOP, `%${text.toLowerCase()}%`],
});

const SCHEDULE_COLUMNS = `s.id, s.sku, s.price_cents, s.compare_at_cents, s.effective_at, s.below_mapp, s.state, s.version,
  s.seen_cents, s.message, s.actor_name,
  (SELECT min(price_cents) FROM variants AS v WHERE v.shop = $1 AND v.sku = s.sku) AS lowest,
  (SELECT max(price_cents) FROM variants AS v WHERE v.shop = $1 AND v.sku = s.sku) AS highest`;
const counted = (where: string) =>
  `(SELECT count(*) FROM (SELECT 1 FROM price_schedules AS s WHERE ${where} LIMIT 10001) AS found) AS total`;

/** The first page of Import Price. */
export const firstSchedules = (order: "due" | "sku, id"): Query => ({
  name: `schedules by ${order}`,
  text: `SELECT ${SCHEDULE_COLUMNS}, ${counted("s.shop = $1")} FROM price_schedules AS s WHERE s.shop = $1
          ORDER BY ${order === "due" ? DUE_ORDER : order} LIMIT 26`,
  values: [SHOP],
});

/** The next due first, by the expression of its index. */
const DUE_ORDER = `(CASE WHEN state IN ('scheduled', 'paused', 'applying')
  THEN (extract(epoch FROM effective_at AT TIME ZONE 'UTC') * 1000000)::bigint
  ELSE 100000000000000000 - (extract(epoch FROM effective_at AT TIME ZONE 'UTC') * 1000000)::bigint END), id`;

/** A later page, behind a row. It needs no total. */
export const schedulesAfter = ({ changedAt, id }: LogPlace): Query => ({
  name: "schedules after",
  text: `SELECT ${SCHEDULE_COLUMNS} FROM price_schedules AS s
          WHERE s.shop = $1 AND (s.effective_at, s.id) < ($2::timestamptz, $3::bigint)
          ORDER BY s.effective_at DESC, s.id DESC LIMIT 26`,
  values: [SHOP, changedAt, id],
});

/** The scheduled prices whose SKU contains a text. */
export const schedulesOfSku = (text: string): Query => {
  const where = `s.shop = $1
    AND s.sku = ANY(ARRAY(SELECT sku FROM price_schedule_skus WHERE shop = $1 AND lower(sku) LIKE $2))`;
  return {
    text: `SELECT ${SCHEDULE_COLUMNS}, ${counted(where)} FROM price_schedules AS s WHERE ${where}
            ORDER BY s.effective_at DESC, s.id DESC LIMIT 26`,
    values: [SHOP, `%${text.toLowerCase()}%`],
  };
};
