import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { WITHDRAWN } from "./statuses";
import { denyReasons, holdReasons, promotions, submissions } from "./tables.server";

/** A submission with the names of what it refers to. @throws 404 for an unknown one */
export async function readSubmission(tx: ShopTransaction, shop: string, id: number) {
  const [found] = await tx
    .select({
      ...getTableColumns(submissions),
      promotionName: promotions.name,
      rewardTitle: promotions.rewardTitle,
      denyReason: sql<
        string | null
      >`CASE WHEN ${submissions.status} = 'Denied' AND ${submissions.denyReasonId} IS NULL THEN ${WITHDRAWN} ELSE ${denyReasons.reason} END`,
      holdReason: holdReasons.reason,
      /** Until when its approval can be undone. Null when it can't. */
      undoUntil: sql<Date | null>`(SELECT attempt.lease_until FROM order_attempts AS attempt
        WHERE attempt.shop = ${submissions.shop} AND attempt.submission_id = ${submissions.id} AND attempt.state = 'started'
          AND attempt.attempt = 1 AND attempt.lease_until > clock_timestamp())`.mapWith(
        submissions.createdAt,
      ),
    })
    .from(submissions)
    .innerJoin(
      promotions,
      and(eq(promotions.shop, submissions.shop), eq(promotions.id, submissions.promotionId)),
    )
    .leftJoin(
      denyReasons,
      and(eq(denyReasons.shop, submissions.shop), eq(denyReasons.id, submissions.denyReasonId)),
    )
    .leftJoin(
      holdReasons,
      and(eq(holdReasons.shop, submissions.shop), eq(holdReasons.id, submissions.holdReasonId)),
    )
    .where(and(eq(submissions.shop, shop), eq(submissions.id, id)));
  if (!found) throw notFound("This submission doesn't exist. Reload the list.");
  return found;
}
export type SubmissionDetail = Awaited<ReturnType<typeof readSubmission>>;
