import { and, eq } from "drizzle-orm";
import type { Upload } from "~/core/attachments/read-upload.server";
import { checkEmailPage, outcomePage } from "~/core/public-forms/pages.server";
import type { Visitor } from "~/core/public-forms/submit-entry.server";
import { MessagePage } from "~/core/public-forms/ui/ConfirmPage";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { formatInstant, isoDateIn } from "~/platform/dates/instant";
import { formatUsDate } from "~/platform/dates/us-date";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { linkIdOf } from "~/platform/personal-link.server";
import { findPromotionByKey, type Promotion } from "../promotions.server";
import { readSubmission, type SubmissionDetail } from "../read-submission.server";
import { isOpenStatus } from "../statuses";
import { submissions } from "../tables.server";
import { StatusPage } from "../ui/public/StatusPage";
import { SubmissionPage } from "../ui/public/SubmissionPage";
import { findReceiptProblem, replaceReceipt } from "./replace-receipt.server";
import { formValues, readSubmissionForm } from "./submission-form.server";
import { submit } from "./submit.server";

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
  if ("page" in promotion) return promotion;
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

/** Replaces a receipt that can't be read, from the status page. */
export async function replacedPage(
  shop: Shop,
  visitor: Visitor,
  token: string,
  upload: Upload,
): Promise<Answer> {
  const linkId = linkIdOf(shop.domain, token);
  const found = linkId ? await findByLink(shop.domain, linkId) : undefined;
  const error = found && (await replaceReceipt(found, upload, visitor));
  const { page, status } = await statusPage(shop, token, error);
  return { page, status: status ?? (error ? 400 : undefined) };
}

/** The status of a submission, by its personal link. @param error why another receipt wasn't taken */
export async function statusPage(shop: Shop, token: string, error?: string): Promise<Answer> {
  const linkId = linkIdOf(shop.domain, token);
  const found = linkId ? await findByLink(shop.domain, linkId) : undefined;
  if (!found)
    return {
      page: (
        <MessagePage
          title="Submission not found"
          text="The link is incomplete, or it belongs to another shop."
        />
      ),
      status: 404,
    };
  const problem = isOpenStatus(found.status) ? await findReceiptProblem(shop.domain, found.id) : undefined;
  return {
    page: <StatusPage {...statusOf(found, shop.timeZone)} receipt={problem ? { problem, error } : null} />,
  };
}

const findByLink = (shop: string, linkId: string): Promise<SubmissionDetail | undefined> =>
  withShop(shop, async (tx) => {
    const [row] = await tx
      .select({ id: submissions.id })
      .from(submissions)
      .where(and(eq(submissions.shop, shop), eq(submissions.linkId, linkId)));
    return row && readSubmission(tx, shop, row.id);
  });

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

const pageOf = ({ name, description, choices, endDay }: Promotion) => ({
  name,
  description,
  choices,
  until: endDay && formatUsDate(endDay),
  operationId: crypto.randomUUID(),
});

/** What the customer sees of the status. Who reviews it isn't their concern. */
function statusOf(found: SubmissionDetail, timeZone: string) {
  const isOpen = isOpenStatus(found.status);
  const status = isOpen ? (found.holdReason ? "On hold" : "In review") : found.status;
  return {
    promotion: found.promotionName,
    number: found.id,
    status,
    reason: found.status === "Denied" ? found.denyReason : isOpen ? found.holdReason : null,
    submittedAt: `${formatInstant(found.createdAt, timeZone).dateTime} (${timeZone})`,
    orderName: found.orderName,
    trackingNumber: found.trackingNumber,
  };
}
