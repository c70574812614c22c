import { and, eq } from "drizzle-orm";
import { attachments } from "~/core/attachments/tables.server";
import { definePublicForm, type PublicEntry, settleEntry } from "~/core/public-forms/public-form.server";
import type { NewEntry } from "~/core/public-forms/submit-entry.server";
import type { EntryOutcome } from "~/core/public-forms/tables.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatUsDate } from "~/platform/dates/date-text";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { formatMoney } from "~/platform/money/format-money";
import { storefrontUrl, tokenOf } from "~/platform/personal-link.server";
import { FIELDS, type FieldName } from "../form-fields";
import { findPromotionById, type Promotion } from "../promotions.server";
import { publishSubmissions, type Submission } from "../submission.server";
import { submissions } from "../tables.server";
import { insertSubmission, limitProblem, lockComparable } from "./insert-submission.server";
import type { NewSubmission } from "./submission-form.server";

/** A submission that waits for its confirmation. */
export interface SubmissionData {
  promotionId: number;
  operationId: string;
  fields: NewSubmission;
  /** SHA-256 of the receipt as it was uploaded. */
  receiptDigest: string;
}

/** Submissions of receipts. */
export const submissionForm = definePublicForm<SubmissionData>({
  name: "submission",
  flag: "showPromotion",
  async confirm(shop, entry) {
    const now = new Date();
    let stored: Submission | undefined;
    const outcome = await settleEntry(entry, now, async (tx) => {
      const result = await confirmSubmission(tx, shop, entry, now);
      stored = result.stored;
      return result.outcome;
    });
    if (stored) publishSubmissions(shop.domain, [stored.id]);
    return outcome;
  },
});

/** The entry of a submission. The same form sent again replaces the one that waits. */
export async function newSubmissionEntry(
  tx: ShopTransaction,
  { currency }: Pick<Shop, "currency">,
  promotion: Promotion,
  { submission: fields, operationId }: { submission: NewSubmission; operationId: string },
  receipt: { attachmentId: string; name: string; digest: string },
): Promise<NewEntry<SubmissionData>> {
  return {
    key: operationId,
    email: fields.email,
    title: `Submission for ${promotion.name}`,
    // Not for an address: with a mailbox of their own, anyone could ask about it.
    note: promotion.submissionLimit === "person" ? await limitProblem(tx, promotion, fields) : null,
    details: [...detailsOf(fields, currency), `Receipt: ${receipt.name}`],
    data: { promotionId: promotion.id, operationId, fields, receiptDigest: receipt.digest },
    attachmentId: receipt.attachmentId,
  };
}

/** The fields of the form with what was entered, under the labels of the form. */
function detailsOf(
  { shippingPhone, purchaseDay, amountCents, ...fields }: NewSubmission,
  currency: string,
): string[] {
  const shown: Partial<Record<FieldName, string | null>> = {
    ...fields,
    phone: shippingPhone,
    purchaseDate: formatUsDate(purchaseDay),
    amount: amountCents === null ? null : formatMoney(amountCents, currency),
  };
  return (Object.keys(FIELDS) as FieldName[]).flatMap((name) =>
    shown[name] ? [`${FIELDS[name].label}: ${shown[name]}`] : [],
  );
}

interface ConfirmedSubmission {
  outcome: EntryOutcome;
  /** A new submission. */
  stored?: Submission;
}

async function confirmSubmission(
  tx: ShopTransaction,
  shop: Shop,
  { attachmentId, data }: PublicEntry<SubmissionData>,
  now: Date,
): Promise<ConfirmedSubmission> {
  const { operationId, fields } = data;
  const promotion = await findPromotionById(tx, shop.domain, data.promotionId);
  if (!promotion || promotion.isDeleted)
    return refused("This promotion has ended", "It no longer accepts submissions.");
  if (!attachmentId) return refused("Your receipt was removed", "Submit the form again.");
  const compared = await lockComparable(tx, shop.domain, fields);
  const earlier = await findByOperation(tx, shop.domain, operationId);
  if (earlier) {
    if (await isSameForm(tx, earlier, data)) return { outcome: thanks(shop, promotion, earlier) };
    const text = `You have already submitted this form as submission ${earlier.id}. What you changed since then wasn't saved. To correct the submission, contact ${shop.name}.`;
    return refused("Your changes weren't saved", text);
  }
  const problem = await limitProblem(tx, promotion, fields);
  if (problem) return refused("You have already taken part", problem);
  const stored = await insertSubmission(tx, promotion, {
    fields,
    compared,
    operationId,
    attachmentId,
    now,
  });
  return { outcome: thanks(shop, promotion, stored), stored };
}

const refused = (title: string, text: string): ConfirmedSubmission => ({
  outcome: { title, text, isDone: false },
});

const thanks = (
  { domain }: Shop,
  { name, texts }: Promotion,
  { id, linkId }: Pick<Submission, "id" | "linkId">,
): EntryOutcome => ({
  title: "Thank you",
  text: `${texts.thanks ? `${texts.thanks}\n\n` : ""}Your submission for ${name} has the number ${id}. We emailed you a confirmation, and will email you the result.`,
  link: {
    url: storefrontUrl(domain, `submission/${tokenOf(domain, linkId)}`),
    label: "See the status",
  },
  isDone: true,
});

async function findByOperation(
  tx: ShopTransaction,
  shop: string,
  operationId: string,
): Promise<Submission | undefined> {
  const [found] = await tx
    .select()
    .from(submissions)
    .where(and(eq(submissions.shop, shop), eq(submissions.operationId, operationId)));
  return found;
}

/** Whether a form has what was stored of it. It can be changed while its receipt is uploaded, or after an answer that was lost. */
async function isSameForm(
  tx: ShopTransaction,
  stored: Submission,
  { fields, receiptDigest }: SubmissionData,
): Promise<boolean> {
  const names = Object.keys(fields) as (keyof NewSubmission)[];
  if (!stored.attachmentId || !names.every((name) => stored[name] === fields[name])) return false;
  const { shop, id, digest } = attachments;
  const isReceipt = and(eq(shop, stored.shop), eq(id, stored.attachmentId), eq(digest, receiptDigest));
  return (await tx.$count(attachments, isReceipt)) > 0;
}
