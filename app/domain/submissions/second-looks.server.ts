import { sql } from "drizzle-orm";
import { readWho } from "~/core/audit/outdated-form.server";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { reviewAccess } from "./access";
import { secondLookTaken, submissionSubject } from "./audit.server";
import { changeSubmissions, isSubmission, recordSubmissionAudit } from "./submission.server";
import { submissions } from "./tables.server";

/** An approval that waits for a second look. */
export interface SecondLook {
  id: number;
  name: string;
  approver: string | null;
  approvedAt: Date;
}

const MAX_LISTED = 100;

/** The approvals of others that wait for a second look, oldest first, of those that the reviewer may see. */
export const listSecondLooks = (tx: ShopTransaction, reviewer: Administrator): Promise<SecondLook[]> =>
  queryRows<SecondLook>(
    tx,
    sql`SELECT id::float8 AS id, first_name || ' ' || last_name AS name, approver_email AS approver, approved_at AS "approvedAt"
          FROM submissions_of_shop
         WHERE second_look = 'due' AND approver_id IS DISTINCT FROM ${reviewer.id}
           AND (NOT is_loyalty OR ${mayUse(reviewer, reviewAccess(true))}) ORDER BY decided_at LIMIT ${MAX_LISTED}`,
  );

/** How often second reviewers agreed with a reviewer's approvals. */
export interface Agreement {
  /** The reviewer's id. */
  id: string;
  reviewer: string;
  /** Approvals that wait for a second look. */
  due: number;
  looks: number;
  agreed: number;
}

/** The agreement per reviewer, of all second looks. */
export const readAgreement = (tx: ShopTransaction): Promise<Agreement[]> =>
  queryRows<Agreement>(
    tx,
    sql`SELECT approver_id AS id, min(approver_email) AS reviewer, count(*) FILTER (WHERE second_look = 'due')::int AS due,
               count(*) FILTER (WHERE second_look <> 'due')::int AS looks, count(*) FILTER (WHERE second_look = 'agreed')::int AS agreed
          FROM submissions_of_shop WHERE second_look IS NOT NULL AND approver_id IS NOT NULL
         GROUP BY approver_id ORDER BY min(lower(approver_email)), approver_id`,
  );

/**
 * Records whether a second reviewer agrees with an approval. The order isn't changed. The same again by the same reviewer changes nothing.
 * @throws 409 for the approver, and for one that isn't due
 */
export const takeSecondLook = (
  context: CallContext,
  id: number,
  isAgreed: boolean,
): ReturnType<typeof changeSubmissions> =>
  changeSubmissions(context.shop.domain, [id], async (tx, submission) => {
    const { administrator } = context;
    const secondLook = isAgreed ? "agreed" : "disagreed";
    // The answer may have been lost.
    if (submission.secondLook === secondLook && submission.secondLookById === administrator.id)
      return undefined;
    if (submission.secondLook === null) return `Submission ${id} doesn't wait for a second look.`;
    if (submission.secondLook !== "due") {
      const by = await readWho(tx, context, { type: submissionSubject, id, action: secondLookTaken });
      return by
        ? `${by.who} took the second look at submission ${id}${by.elsewhere}. It wasn't changed.`
        : `Submission ${id} has had its second look. It wasn't changed.`;
    }
    if (submission.approverId === administrator.id)
      return "You approved this submission. Another reviewer takes the second look.";
    await tx
      .update(submissions)
      .set({ secondLook, secondLookById: administrator.id, version: submission.version + 1 })
      .where(isSubmission(submission));
    await recordSubmissionAudit(tx, submission, secondLookTaken, administrator, {
      before: { status: submission.status },
      after: { status: submission.status, reason: isAgreed ? "Agreed" : "Disagreed" },
    });
    return undefined;
  });
