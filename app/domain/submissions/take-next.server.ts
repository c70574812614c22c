import { sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { submissionAssigned } from "./audit.server";
import { readReviewSettings } from "./review-settings.server";
import type { SubmissionStatus } from "./statuses";
import { publishSubmissions, recordSubmissionAudit } from "./submission.server";
import { submissionStates } from "./transitions.server";

interface Taken {
  id: number;
  status: SubmissionStatus;
  reviewer: string | null;
}

/** Where the next submission comes from: the reviewer's own first, then reservations that expired, then the oldest unassigned one. */
const SOURCES = [
  (me: string) => sql`s.queue = 'assigned' AND s.reviewer_id = ${me}`,
  () => sql`s.queue = 'assigned' AND s.locked_until < clock_timestamp()`,
  () => sql`s.queue = 'unassigned'`,
];

/**
 * Reserves the next submission for the signed-in reviewer, as assigned and In Review. Two reviewers never get the same one. The reservation
 * ends after the owner's time without activity.
 * @param skip the submission that the reviewer has open
 * @returns null when there is none
 */
export async function takeNext(
  { shop: { domain }, administrator }: CallContext,
  skip: number | undefined,
): Promise<number | null> {
  const id = await withShop(domain, async (tx) => {
    const { lockMinutes } = await readReviewSettings(tx, domain);
    for (const source of SOURCES) {
      const taken = await take(tx, source(administrator.id), { administrator, skip, lockMinutes });
      if (!taken) continue;
      if (taken.reviewer !== administrator.email || taken.status === "Unassigned")
        await recordSubmissionAudit(
          tx,
          { shop: domain, id: taken.id, isLoyalty: false },
          submissionAssigned,
          administrator,
          {
            before: { status: taken.status, assignee: taken.reviewer ?? "" },
            after: { status: "In Review", assignee: administrator.email },
          },
        );
      return taken.id;
    }
    return null;
  });
  if (id !== null) publishSubmissions(domain, [id]);
  return id;
}

async function take(
  tx: ShopTransaction,
  source: ReturnType<(typeof SOURCES)[number]>,
  {
    administrator,
    skip,
    lockMinutes,
  }: { administrator: CallContext["administrator"]; skip: number | undefined; lockMinutes: number },
): Promise<Taken | undefined> {
  const [taken] = await queryRows<Taken>(
    tx,
    sql`WITH next AS (
          SELECT s.shop, s.id, s.status, s.reviewer_email FROM submissions AS s
           WHERE s.shop = current_setting('app.shop') AND NOT s.is_loyalty AND ${source} AND s.id <> ${skip ?? 0}
           ORDER BY s.created_at, s.id LIMIT 1 FOR UPDATE SKIP LOCKED)
        UPDATE submissions AS s
           SET ${sql.raw(submissionStates.set("In Review"))}, reviewer_id = ${administrator.id}, reviewer_email = ${administrator.email},
               assigned_at = CASE WHEN s.reviewer_id = ${administrator.id} THEN s.assigned_at ELSE now() END,
               first_assigned_at = coalesce(s.first_assigned_at, now()), locked_by_id = ${administrator.id},
               locked_until = clock_timestamp() + make_interval(mins => ${lockMinutes}), version = s.version + 1
          FROM next WHERE s.shop = next.shop AND s.id = next.id
        RETURNING s.id::float8 AS id, next.status, next.reviewer_email AS reviewer`,
  );
  return taken;
}

/** Extends the reviewer's reservation. @returns false when it is no longer theirs */
export async function keepReservation({ shop, administrator }: CallContext, id: number): Promise<boolean> {
  return withShop(shop.domain, async (tx) => {
    const { lockMinutes } = await readReviewSettings(tx, shop.domain);
    const rows = await queryRows(
      tx,
      sql`UPDATE submissions SET locked_until = clock_timestamp() + make_interval(mins => ${lockMinutes})
           WHERE shop = current_setting('app.shop') AND id = ${id} AND locked_by_id = ${administrator.id} AND queue = 'assigned'
         RETURNING id`,
    );
    return rows.length === 1;
  });
}
