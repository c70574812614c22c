import { and, eq, inArray } from "drizzle-orm";
import type { AuditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { MailText } from "~/core/mail/mail-text";
import { findQueued, queueMail } from "~/core/mail/queue-mail.server";
import { newRequestLink, requestUrl } from "~/core/requests/links.server";
import type { Administrator } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { isMailAddress } from "~/platform/mail-address";
import { publishChange } from "~/platform/realtime/publish.server";
import { anyPromoTab, promoTabs, submissionAccess } from "./access";
import { submissionSubject } from "./audit.server";
import { promotions, submissions } from "./tables.server";

/** Submissions as requests: their customers follow and answer them on a page of their own. */
export const SUBMISSION_REQUEST = { name: "submission" };

/** A submission as it is stored. */
export type Submission = typeof submissions.$inferSelect;

/** The lists that show submissions. They load again after a change. */
const LISTS = [
  ["promo-assignment", "AssignmentQueue"],
  ["promo-approvals", "CsrApprovals"],
  ["promo-loyalty", "LoyaltyOrder"],
  ["promo-submissions", "AllSubmissions"],
] as const;

/** What a change of several submissions did with each of them. */
export interface SubmissionOutcome {
  id: number;
  isDone: boolean;
  /** Why it wasn't changed. Empty for one that was. */
  msg: string;
}

/** Locks submissions in the order of their ids, which every change of several keeps, so that none deadlocks. */
export const lockSubmissions = (
  tx: ShopTransaction,
  shop: string,
  ids: readonly number[],
): Promise<Submission[]> =>
  tx
    .select()
    .from(submissions)
    .where(and(eq(submissions.shop, shop), inArray(submissions.id, [...ids])))
    .orderBy(submissions.id)
    .for("update");

/** Whether some submissions are part of loyalty promotions: each answer once. That never changes. */
export async function readAreLoyalty(
  tx: ShopTransaction,
  shop: string,
  ids: readonly number[],
): Promise<boolean[]> {
  const rows = await tx
    .selectDistinct({ isLoyalty: submissions.isLoyalty })
    .from(submissions)
    .where(and(eq(submissions.shop, shop), inArray(submissions.id, [...ids])));
  return rows.map(({ isLoyalty }) => isLoyalty);
}

/** The condition that a row is this submission. */
export const isSubmission = ({ shop, id }: Pick<Submission, "shop" | "id">) =>
  and(eq(submissions.shop, shop), eq(submissions.id, id));

/**
 * Changes each of some submissions in one transaction. One that `change` refuses with a sentence stays as it is.
 * @param change changes one locked submission. It returns the reason when that isn't possible
 * @throws 409 when none of them was changed
 */
export async function changeSubmissions(
  shop: string,
  ids: readonly number[],
  change: (tx: ShopTransaction, submission: Submission) => Promise<string | undefined>,
): Promise<SubmissionOutcome[]> {
  const outcomes = await withShop(shop, async (tx) => {
    const locked = new Map((await lockSubmissions(tx, shop, ids)).map((one) => [one.id, one]));
    const results: SubmissionOutcome[] = [];
    for (const id of [...ids].sort((a, b) => a - b)) {
      const submission = locked.get(id);
      const refusal = submission ? await change(tx, submission) : `Submission ${id} doesn't exist.`;
      results.push({ id, isDone: refusal === undefined, msg: refusal ?? "" });
    }
    if (!results.some(({ isDone }) => isDone)) throw conflict(noneChangedText(results));
    return results;
  });
  publishSubmissions(shop, ids);
  return outcomes;
}

function noneChangedText([first, ...others]: readonly SubmissionOutcome[]): string {
  if (!first) return "Select at least one submission.";
  return others.length === 0
    ? first.msg
    : `None of the ${others.length + 1} submissions was changed. ${first.msg}`;
}

/** Publishes that submissions changed. */
export function publishSubmissions(shop: string, ids: readonly number[]): void {
  for (const [list, tab] of LISTS) publishChange(shop, promoTabs(tab), { list, ids: ids.map(String) });
  publishChange(shop, anyPromoTab, { list: "promo-dashboard" });
}

/** Records a change of a submission. */
export const recordSubmissionAudit = <Before, After>(
  tx: ShopTransaction,
  { shop, id, isLoyalty }: Pick<Submission, "shop" | "id" | "isLoyalty">,
  action: AuditAction<Before, After>,
  actor: Pick<Administrator, "id" | "name">,
  sides: { before: NoInfer<Before>; after: NoInfer<After> },
): Promise<void> =>
  recordAudit(tx, shop, action, {
    actor,
    subject: { type: submissionSubject, id: String(id) },
    ...submissionAccess(isLoyalty),
    ...sides,
  });

/** The idempotency key of an email about a submission. */
const mailKeyOf = (id: number, key: string): string => `submission:${id}:${key}`;

/** What an email's key says of it: the submission, the reason in a word, and what follows. Undefined for another email's. */
export function readMailKey(key: string): { id: number; reason: string; detail: string } | undefined {
  const [, id, reason = "", detail = ""] = /^submission:(\d+):([a-z]+)[: ]?(.*)$/.exec(key) ?? [];
  return id === undefined ? undefined : { id: Number(id), reason, detail };
}

/** Whether the email with this key was queued before, also if it has been sent. */
export const isMailQueued = async (
  tx: ShopTransaction,
  { shop, id }: Pick<Submission, "shop" | "id">,
  key: string,
): Promise<boolean> => (await findQueued(tx, shop, mailKeyOf(id, key))) !== undefined;

/** Whether the customer of a submission can be emailed. */
export const hasAddress = (submission: Submission): submission is Submission & { email: string } =>
  submission.email !== null && isMailAddress(submission.email);

/** Emails the customer about a submission. An erased one has no address, and gets none. @param key names the reason, unique in the submission */
export async function mailCustomer<Name extends string>(
  tx: ShopTransaction,
  submission: Submission,
  text: MailText<Name>,
  key: string,
  values: Partial<Record<NoInfer<Name>, string>> = {},
): Promise<void> {
  if (!hasAddress(submission)) return;
  const { shop, id, email, firstName, lastName, promotionId } = submission;
  const [promotion] = await tx
    .select({ name: promotions.name })
    .from(promotions)
    .where(and(eq(promotions.shop, shop), eq(promotions.id, promotionId)));
  const common = {
    name: firstName,
    promotion: promotion?.name ?? "",
    number: String(id),
    link: requestUrl(shop),
  };
  const subject = { kind: SUBMISSION_REQUEST, subjectId: String(id), now: new Date() };
  await queueMail(tx, shop, text, {
    key: mailKeyOf(id, key),
    to: { email, name: `${firstName} ${lastName}`.trim() },
    values: { ...common, ...values } as Record<Name, string>,
    linkId: await newRequestLink(tx, shop, subject),
    ...submissionAccess(submission.isLoyalty),
  });
}
