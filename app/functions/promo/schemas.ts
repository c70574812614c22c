import { z } from "zod";
import {
  CHOICE_KINDS,
  FIELDS,
  type FieldName,
  MAX_CHOICE_LENGTH,
  MAX_HELP_LENGTH,
  MAX_THANKS_LENGTH,
  MAX_TITLE_LENGTH,
  RECEIPT_FIELD,
  SUBMISSION_LIMITS,
} from "~/domain/submissions/form-fields";
import { FULFILLMENT_STATUSES, RISK_SIGNALS, SUBMISSION_STATUSES } from "~/domain/submissions/statuses";
import { oneLine } from "~/platform/mail-address";
import { centsSchema } from "~/platform/money/cents-schema";

export const text = z.string();

/** An instant, ISO 8601. */
export const instant = z.string();

export const status = z.enum(SUBMISSION_STATUSES, `must be one of: ${SUBMISSION_STATUSES.join(", ")}`);

export const optionalText = z.string().nullable();

/** A submission with everything that a reviewer sees. */
export const submission = z.object({
  id: z.number().int(),
  displayName: text,
  firstName: text,
  email: optionalText,
  promotion: text,
  reward: text,
  isLoyalty: z.boolean(),
  purchasingMethod: text,
  /** YYYY-MM-DD. */
  purchaseDate: text,
  receiptId: text,
  /** What the customer paid, if they entered it. */
  amountCents: centsSchema.nullable(),
  modelNumber: text,
  retailer: text,
  purchaseCity: optionalText,
  purchaseState: text,
  gender: optionalText,
  ageRange: optionalText,
  shippingFirstName: text,
  shippingLastName: text,
  shippingAddress1: text,
  shippingAddress2: optionalText,
  shippingCity: text,
  shippingState: text,
  shippingPostalCode: text,
  shippingCountry: text,
  /** Ten digits. */
  shippingPhone: optionalText,
  /** The receipt's bytes in base64. Empty with `receipt=false`, when it was erased, and while it can't be read. */
  receiptBase64: text,
  /** Of the receipt's attachment: `/attachments/{id}/file` and `/attachments/{id}/thumbnail`. Null when it was erased. */
  attachmentId: optionalText,
  status: z.enum(SUBMISSION_STATUSES),
  createdDate: instant,
  reviewer: optionalText,
  reviewerId: optionalText,
  assignedDate: instant.nullable(),
  holdReason: optionalText,
  /** True when the customer has answered the reviewer's last message, and the submission is open. */
  isAnswered: z.boolean(),
  /** What reviewers asked, and what the customer answered, oldest first. */
  messages: z.array(
    z.object({
      id: z.number().int(),
      isCustomer: z.boolean(),
      text,
      at: instant,
      /** The customer sent another receipt. */
      hasReceipt: z.boolean(),
      /** The attachment of the receipt before it. */
      earlierAttachmentId: optionalText,
    }),
  ),
  denyReason: optionalText,
  denier: optionalText,
  approver: optionalText,
  /** Until when the approval can be undone. */
  undoUntil: instant.nullable(),
  /** Why it came back to review after an approval. */
  problem: optionalText,
  orderName: optionalText,
  /** The number in Shopify's id. */
  orderId: optionalText,
  fulfillmentStatus: z.enum(FULFILLMENT_STATUSES).nullable(),
  trackingNumber: optionalText,
  addressUsed: z.boolean(),
  receiptIdUsed: z.boolean(),
  /** 0 to 100. */
  riskScore: z.number().int(),
  signals: z.array(
    z.object({
      id: z.enum(Object.keys(RISK_SIGNALS) as [keyof typeof RISK_SIGNALS]),
      name: text,
      points: z.number().int(),
    }),
  ),
  /** Who has it open from Take next, until when. */
  lockedById: optionalText,
  lockedUntil: instant.nullable(),
});

export type SubmissionView = z.infer<typeof submission>;

const MAX_CHOICES = 500;

export const isLoyalty = z.boolean("must be true or false");

const choiceList = z
  .array(
    z
      .string()
      .transform(oneLine)
      .pipe(
        z
          .string()
          .min(1, "must not be empty")
          .max(MAX_CHOICE_LENGTH, `must have at most ${MAX_CHOICE_LENGTH} characters`),
      ),
  )
  .max(MAX_CHOICES, `must be at most ${MAX_CHOICES}`)
  .default([])
  .transform((values) => [...new Set(values)]);

export const choices = z.object(
  Object.fromEntries(CHOICE_KINDS.map((kind) => [kind, choiceList])) as Record<
    (typeof CHOICE_KINDS)[number],
    typeof choiceList
  >,
);

const formText = (what: string, most: number) =>
  z
    .string()
    .trim()
    .max(most, `${what} has at most ${most.toLocaleString("en-US")} characters.`);

/** The form's own texts. What is empty is left out. */
export const texts = z.object({
  title: formText("A title", MAX_TITLE_LENGTH).optional(),
  thanks: formText("A thank-you text", MAX_THANKS_LENGTH).optional(),
});

/** Help below the labels, by the name of the field. */
export const help = z.partialRecord(
  z.enum([...(Object.keys(FIELDS) as [FieldName]), RECEIPT_FIELD], "isn't a field of the form"),
  formText("A help text", MAX_HELP_LENGTH),
);

export const promotion = z.object({
  id: z.number().int(),
  name: text,
  description: text.nullable(),
  startDate: text.nullable(),
  endDate: text.nullable(),
  choices: z.record(z.enum(CHOICE_KINDS), z.array(text)),
  texts,
  help,
  rewardVariantId: text,
  rewardTitle: text,
  submissionLimit: z.enum(SUBMISSION_LIMITS),
  isLoyalty: z.boolean(),
  isDeleted: z.boolean(),
  /** The address of its form. */
  link: text,
  /** Send it back with a change. */
  version: z.number().int(),
});

export type PromotionView = z.infer<typeof promotion>;
