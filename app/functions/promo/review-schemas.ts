import { z } from "zod";
import { RISK_SIGNALS } from "~/domain/submissions/risk-signals";
import { FULFILLMENT_STATUSES, SUBMISSION_STATUSES } from "~/domain/submissions/statuses";
import { centsSchema } from "~/platform/money/cents-schema";

export const text = z.string();

export const optionalText = z.string().nullable();

/** An instant, ISO 8601. */
export const instant = z.string();

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
