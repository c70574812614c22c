import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** Average times in seconds. Null while there is nothing to average. */
export interface AverageTimes {
  createdToAssigned: number | null;
  assignedToApproved: number | null;
  createdToApproved: number | null;
}

/** The averages of the submissions of this many days. Older ones say little about the work today. */
const DAYS = 90;

/** The average times from submission to assignment and to approval or denial. */
export async function readAverageTimes(tx: ShopTransaction): Promise<AverageTimes> {
  const [row] = await queryRows<AverageTimes>(
    tx,
    sql`SELECT
      (SELECT round(extract(epoch FROM avg(first_assigned_at - created_at)))::float8 FROM submissions_of_shop
        WHERE created_at > now() - make_interval(days => ${DAYS}) AND first_assigned_at IS NOT NULL) AS "createdToAssigned",
      (SELECT round(extract(epoch FROM avg(decided_at - assigned_at)))::float8 FROM submissions_of_shop
        WHERE decided_at > now() - make_interval(days => ${DAYS}) AND assigned_at IS NOT NULL) AS "assignedToApproved",
      (SELECT round(extract(epoch FROM avg(decided_at - created_at)))::float8 FROM submissions_of_shop
        WHERE decided_at > now() - make_interval(days => ${DAYS})) AS "createdToApproved"`,
  );
  return row ?? { createdToAssigned: null, assignedToApproved: null, createdToApproved: null };
}

/** How many submissions were denied for each reason, the most frequent one first. Reasons with the same text are counted as one. */
export const countByDenyReason = (tx: ShopTransaction): Promise<{ reason: string; count: number }[]> =>
  queryRows<{ reason: string; count: number }>(
    tx,
    sql`SELECT d.reason, sum(s.count)::int AS count FROM (
          SELECT deny_reason_id AS id, count(*)::int AS count FROM submissions_of_shop
           WHERE deny_reason_id IS NOT NULL AND status = 'Denied' GROUP BY 1) AS s
        JOIN deny_reasons AS d ON d.shop = current_setting('app.shop') AND d.id = s.id
        GROUP BY d.reason ORDER BY count DESC, lower(d.reason)`,
  );

/** What one reviewer has to do and has done. */
export interface Workload {
  reviewerId: string;
  reviewer: string;
  /** Assigned or In Review. */
  open: number;
  late: number;
  approved: number;
  denied: number;
  /** From the assignment to the decision, in seconds, on average. Null without a decision. */
  averageSeconds: number | null;
  /** The second looks at their approvals, and in how many the second reviewer agreed. */
  secondLooks: number;
  agreed: number;
}

/** The work of each reviewer: what is open now, and the decisions of the last 30 days. @param targetHours after this age, a submission is late */
export const readWorkload = (tx: ShopTransaction, targetHours: number): Promise<Workload[]> =>
  queryRows<Workload>(
    tx,
    sql`WITH open AS (
          SELECT reviewer_id AS id, count(*)::int AS open,
                 count(*) FILTER (WHERE created_at < now() - make_interval(hours => ${targetHours}))::int AS late
            FROM submissions_of_shop WHERE queue IN ('assigned', 'held') GROUP BY 1),
        decided AS (
          SELECT coalesce(CASE WHEN status = 'Denied' THEN denier_id ELSE approver_id END, '') AS id,
                 count(*) FILTER (WHERE status <> 'Denied')::int AS approved, count(*) FILTER (WHERE status = 'Denied')::int AS denied,
                 round(extract(epoch FROM avg(decided_at - assigned_at)))::float8 AS seconds,
                 count(*) FILTER (WHERE second_look IN ('agreed', 'disagreed'))::int AS looks,
                 count(*) FILTER (WHERE second_look = 'agreed')::int AS agreed
            FROM submissions_of_shop WHERE decided_at > now() - interval '30 days' GROUP BY 1)
        SELECT a.id AS "reviewerId", a.email AS reviewer, coalesce(o.open, 0) AS open, coalesce(o.late, 0) AS late,
               coalesce(d.approved, 0) AS approved, coalesce(d.denied, 0) AS denied, d.seconds AS "averageSeconds",
               coalesce(d.looks, 0) AS "secondLooks", coalesce(d.agreed, 0) AS agreed
          FROM administrators AS a LEFT JOIN open AS o ON o.id = a.id LEFT JOIN decided AS d ON d.id = a.id
         WHERE a.shop = current_setting('app.shop') AND (a.is_owner OR 'showPromotion' = ANY(a.flags) OR o.id IS NOT NULL OR d.id IS NOT NULL)
         ORDER BY lower(a.email), a.id`,
  );
