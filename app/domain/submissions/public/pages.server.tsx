import type { Upload } from "~/core/attachments/read-upload.server";
import { digestOf, saveAttachment } from "~/core/attachments/save-attachment.server";
import { checkEmailPage, outcomePage, refusedForm } from "~/core/public-forms/pages.server";
import {
  confirmIfSignedIn,
  type StoredEntry,
  storeEntry,
  type Visitor,
} from "~/core/public-forms/submit-entry.server";
import type { EntryOutcome } from "~/core/public-forms/tables.server";
import { MessagePage } from "~/core/public-forms/ui/ConfirmPage";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { formatUsDate } from "~/platform/dates/date-text";
import { isoDateIn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { submissionAccess } from "../access";
import { findPromotionByKey, type Promotion } from "../promotions.server";
import { receiptAttachment } from "../receipt-attachment";
import { SubmissionPage } from "../ui/public/SubmissionPage";
import { newSubmissionEntry, type SubmissionData, submissionForm } from "./submission-entry.server";
import { formValues, type NewSubmission, readSubmissionForm } from "./submission-form.server";

interface Answer {
  page: React.ReactElement;
  status?: number;
}

const RECEIPT_MISSING = "Add a picture or a PDF of your receipt.";

/** The form of a promotion. @param key the last part of its URL */
export async function promotionPage(shop: Shop, key: string): Promise<Answer> {
  const promotion = await findPromotion(shop, key);
  return "page" in promotion ? promotion : { page: <SubmissionPage {...pageOf(promotion)} values={{}} /> };
}

/** Handles the form. */
export async function submittedPage(
  shop: Shop,
  visitor: Visitor,
  key: string,
  { form, file, problem }: Upload,
): Promise<Answer> {
  const promotion = await findPromotion(shop, key);
  if ("page" in promotion) return refusedForm(promotion);
  const now = systemClock.now();
  const today = isoDateIn(now, shop.timeZone);
  const again = (errors: Record<string, string>, status = 400): Answer => ({
    page: <SubmissionPage {...pageOf(promotion)} values={formValues(form, promotion)} errors={errors} />,
    status,
  });
  const read = readSubmissionForm(form, promotion, { currency: shop.currency, today });
  const errors = "errors" in read ? read.errors : {};
  if (!file) return again({ ...errors, receipt: problem ?? RECEIPT_MISSING });
  if ("errors" in read) return again(errors);
  try {
    const outcome = await submit(shop, promotion, read, file, visitor, now);
    return outcome ? outcomePage(outcome) : checkEmailPage(`Your submission for ${promotion.name}`);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    return again({ receipt: error.message }, error.status);
  }
}

async function findPromotion({ domain, timeZone, name }: Shop, key: string): Promise<Promotion | Answer> {
  const promotion = await withShop(domain, (tx) => findPromotionByKey(tx, domain, key));
  if (!promotion)
    return {
      page: (
        <MessagePage
          title="Promotion not found"
          text={`The link is incomplete, or ${name} has removed the promotion.`}
        />
      ),
      status: 404,
    };
  const today = isoDateIn(systemClock.now(), timeZone);
  if (promotion.startDay && today < promotion.startDay)
    return {
      page: (
        <MessagePage
          title="This promotion hasn't started yet"
          text={`You can submit your receipt from ${formatUsDate(promotion.startDay)}.`}
        />
      ),
    };
  if (promotion.endDay && today > promotion.endDay)
    return {
      page: (
        <MessagePage
          title="This promotion has ended"
          text={`${promotion.name} no longer accepts submissions.`}
        />
      ),
      status: 410,
    };
  return promotion;
}

const pageOf = ({ name, description, choices, texts, endDay }: Promotion) => ({
  title: texts.title ?? name,
  help: texts.help ?? {},
  description,
  choices,
  until: endDay && formatUsDate(endDay),
  operationId: crypto.randomUUID(),
});

/**
 * Stores a submission with its receipt until the owner of the mailbox confirms it.
 * @returns the outcome for a customer who is signed in with this mailbox. Null for a submission that waits
 * @throws 400 for a receipt that can't be used
 */
async function submit(
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
