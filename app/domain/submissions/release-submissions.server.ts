import { sql } from "drizzle-orm";
import { accessChanges } from "~/core/access/people-with.server";
import { queryRows } from "~/core/lists/list-query.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { type Administrator, BACKROOM, mayUse } from "~/platform/auth/permission";
import { afterCommit, type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import { pluralize } from "~/platform/text/pluralize";
import { reviewAccess } from "./access";
import { submissionReleased } from "./audit.server";
import { submissionsReleasedMail } from "./mail-texts.server";
import type { SubmissionStatus } from "./statuses";
import { publishSubmissions, recordSubmissionAudit } from "./submission.server";
import { submissionStates } from "./transitions.server";

type Person = Pick<Administrator, "id" | "name" | "email">;

/**
 * Makes the open submissions of a reviewer who may no longer review unassigned again. Otherwise they would be in no reviewer's queue. Holds end,
 * because the next assignee starts over. The reviewer is emailed.
 * @returns how many
 */
async function releaseSubmissions(
  tx: ShopTransaction,
  shop: string,
  reviewer: Person,
  actor: Pick<Administrator, "id" | "name">,
): Promise<number> {
  const released = await queryRows<{ id: number; status: SubmissionStatus }>(
    tx,
    sql`WITH theirs AS (
          SELECT shop, id, status FROM submissions
           WHERE shop = ${shop} AND reviewer_id = ${reviewer.id} AND queue IN ('assigned', 'held') AND NOT is_loyalty
           ORDER BY id FOR UPDATE)
        UPDATE submissions AS s
           SET ${sql.raw(submissionStates.set("Unassigned"))}, reviewer_id = NULL, reviewer_email = NULL, assigned_at = NULL, hold_reason_id = NULL,
               held_at = NULL, locked_by_id = NULL, locked_until = NULL, version = s.version + 1
          FROM theirs WHERE s.shop = theirs.shop AND s.id = theirs.id
        RETURNING s.id::float8 AS id, theirs.status`,
  );
  if (released.length === 0) return 0;
  for (const { id, status } of released)
    await recordSubmissionAudit(tx, { shop, id, isLoyalty: false }, submissionReleased, actor, {
      before: { status, assignee: reviewer.email },
      after: { status: "Unassigned", reason: `${reviewer.name} may no longer review submissions.` },
    });
  const newest = Math.max(...released.map(({ id }) => id));
  await queueMail(tx, shop, submissionsReleasedMail, {
    key: `submissions released:${reviewer.id}:${newest}:${Date.now()}`,
    to: { email: reviewer.email, name: reviewer.name },
    values: {
      name: reviewer.name,
      count: pluralize(released.length, "submission"),
      numbers: listNumbers(released.map(({ id }) => id)),
    },
    ...reviewAccess(false),
  });
  afterCommit(tx, () =>
    publishSubmissions(
      shop,
      released.map(({ id }) => id),
    ),
  );
  return released.length;
}

/** How many numbers the email lists. */
const MAX_NUMBERS = 50;

/** The numbers of submissions in their order. Many are counted. */
export function listNumbers(ids: readonly number[]): string {
  const numbers = ids
    .toSorted((a, b) => a - b)
    .slice(0, MAX_NUMBERS)
    .join(", ");
  const others = ids.length - MAX_NUMBERS;
  return others > 0 ? `${numbers}, and ${others.toLocaleString("en-US")} more` : numbers;
}

/** Releases the submissions of an administrator whose access was reduced, in the same transaction. */
export const releaseWithAccess = accessChanges.handler(async (tx, shop, { administrator, actor }) => {
  if (mayUse(administrator, reviewAccess(false))) return null;
  const count = await releaseSubmissions(tx, shop, administrator, actor);
  if (count === 0) return null;
  return `${pluralize(count, "submission")} in review by ${administrator.name} ${count === 1 ? "is" : "are"} unassigned again. Assign ${count === 1 ? "it" : "them"} under Promotion.`;
});

/** The assignees of open submissions who may no longer review, such as a former account owner. A row of `shops`. */
const hasFormerReviewers = (shop: string) => `EXISTS (
  SELECT FROM submissions AS s JOIN administrators AS a ON a.shop = s.shop AND a.id = s.reviewer_id
   WHERE s.shop = ${shop} AND s.queue IN ('assigned', 'held') AND NOT s.is_loyalty
     AND NOT a.is_owner AND NOT 'showPromotion' = ANY(a.flags))`;

/** Releases each night what a reviewer has who lost access in another way than on the page Access. */
export const releaseOfFormerReviewers = defineTask({
  name: "submissions.release",
  schedule: { cron: "20 3 * * *", due: hasFormerReviewers("shops.shop") },
  async run(shop) {
    await withShop(shop, async (tx) => {
      const reviewers = await queryRows<Administrator>(
        tx,
        sql`SELECT id, name, email, is_owner AS "isOwner", flags, tab_limits AS "tabLimits" FROM administrators AS a
             WHERE shop = ${shop} AND id IN (
               SELECT reviewer_id FROM submissions WHERE shop = ${shop} AND queue IN ('assigned', 'held') AND NOT is_loyalty)`,
      );
      for (const reviewer of reviewers)
        if (!mayUse(reviewer, reviewAccess(false))) await releaseSubmissions(tx, shop, reviewer, BACKROOM);
    });
  },
});
