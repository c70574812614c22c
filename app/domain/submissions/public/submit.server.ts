import { digestOf, saveAttachment } from "~/core/attachments/save-attachment.server";
import {
  confirmIfSignedIn,
  type StoredEntry,
  storeEntry,
  type Visitor,
} from "~/core/public-forms/submit-entry.server";
import type { EntryOutcome } from "~/core/public-forms/tables.server";
import type { Shop } from "~/platform/auth/shops.server";
import { submissionAccess } from "../access";
import type { Promotion } from "../promotions.server";
import { receiptAttachment } from "../receipt-attachment";
import { newSubmissionEntry, type SubmissionData, submissionForm } from "./submission-entry.server";
import type { NewSubmission } from "./submission-form.server";

/**
 * Stores a submission with its receipt until the owner of the mailbox confirms it.
 * @returns the outcome for a customer who is signed in with this mailbox. Null for a submission that waits
 * @throws 400 for a receipt that can't be used
 */
export async function submit(
  shop: Shop,
  promotion: Promotion,
  form: { submission: NewSubmission; operationId: string },
  receipt: { name: string; bytes: Buffer },
  visitor: Visitor,
  now: Date,
): Promise<EntryOutcome | null> {
  const { email } = form.submission;
  const digest = digestOf(receipt.bytes);
  let stored: StoredEntry<SubmissionData> | undefined;
  await saveAttachment(
    shop.domain,
    receiptAttachment,
    {
      ...receipt,
      email,
      permission: submissionAccess(promotion.isLoyalty),
      sender: visitor.sender,
      signal: visitor.signal,
    },
    async (tx, { id, name }) => {
      const entry = await newSubmissionEntry(tx, shop, promotion, form, { attachmentId: id, name, digest });
      stored = await storeEntry(tx, shop, submissionForm, entry, visitor, now);
    },
  );
  if (!stored) throw new Error("The receipt was stored without its submission.");
  return confirmIfSignedIn(shop, submissionForm, stored);
}
