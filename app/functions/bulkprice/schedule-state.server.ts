import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { isUnfinished } from "~/platform/jobs/is-unfinished.server";

/**
 * Derives the states of scheduled prices from those of their variants.
 * @returns the ids of those that became applied
 */
export async function settleSchedules(
  tx: ShopTransaction,
  shop: string,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await tx.$client.query<{ id: string; state: string }>(
    `WITH settled AS (
       SELECT schedule_id AS id,
              CASE WHEN bool_and(state = 'applied') THEN 'applied'
                   WHEN bool_or(state IN ('waiting', 'sending')) THEN 'applying' ELSE 'failed' END AS state,
              string_agg(DISTINCT message, ' ') FILTER (WHERE state = 'failed') AS message, max(applied_at) AS applied_at
         FROM scheduled_variants WHERE shop = $1 AND schedule_id = ANY($2::bigint[]) GROUP BY schedule_id)
     UPDATE price_schedules AS s
        SET state = settled.state, message = settled.message, applied_at = settled.applied_at, version = version + 1
       FROM settled WHERE s.shop = $1 AND s.id = settled.id AND s.state IN ('applying', 'failed')
     RETURNING s.id, s.state`,
    [shop, ids],
  );
  return rows.filter(({ state }) => state === "applied").map(({ id }) => Number(id));
}

/** Whether a job may be sending a row of `price_schedules` to Shopify at this moment: its first attempt, or a retry. */
export const isBeingSent = (row: string): string =>
  `EXISTS (SELECT FROM scheduled_variants AS v JOIN jobs ON jobs.shop = v.shop AND jobs.id = v.job_id
            WHERE v.shop = ${row}.shop AND v.schedule_id = ${row}.id AND v.state = 'sending'
              AND ${isUnfinished("jobs")})`;

/** Marks prices as failed whose job has ended without them: it was canceled, or its administrator lost access. */
export async function failEndedSchedules(tx: ShopTransaction, shop: string): Promise<void> {
  await tx.$client.query(
    `UPDATE price_schedules AS s
        SET state = 'failed', version = version + 1,
            message = CASE WHEN EXISTS (SELECT FROM scheduled_variants AS v
                                         WHERE v.shop = $1 AND v.schedule_id = s.id AND v.state = 'sending')
                           THEN concat_ws(' ', jobs.message, 'It isn''t known whether this price was set. Retry its rows under Jobs.')
                           ELSE coalesce(jobs.message, 'The job ended before this price was applied.')
                                || ' Retry its rows under Jobs, or import the price again.' END
       FROM jobs WHERE s.shop = $1 AND s.state = 'applying' AND jobs.shop = $1 AND jobs.id = s.job_id
        AND NOT ${isUnfinished("jobs")}`,
    [shop],
  );
}
