import { z } from "zod";
import { promoTabs } from "~/domain/submissions/access";
import { RISK_SIGNALS } from "~/domain/submissions/risk-signals";
import { FULFILLMENT_STATUSES, SUBMISSION_STATUSES } from "~/domain/submissions/statuses";
import type { TabPermission } from "~/platform/auth/permission";
import { call } from "~/platform/contract/call";
import { centsSchema } from "~/platform/money/cents-schema";
import {
  administratorId,
  answered,
  message,
  operationId,
  reasonId,
  submissionId,
  submissionIds,
  yesNo,
} from "./fields";

const text = z.string();
const optionalText = z.string().nullable();
/** An instant, ISO 8601. */
const instant = z.string();

/** A submission with everything that a reviewer sees. */
const submission = z.object({
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

/** What a change did with each submission. It is refused with 409 when it changed none. */
const changed = z.object({
  ...answered,
  list: z.array(z.object({ id: z.number().int(), isDone: z.boolean(), msg: text })),
});

// Calls about submissions also check each submission's own tabs.
const REVIEW = promoTabs("CsrApprovals", "LoyaltyOrder");
const READ = promoTabs("AssignmentQueue", "CsrApprovals", "LoyaltyOrder", "AllSubmissions");

const changeCall = (tabs: TabPermission, path: `/${string}`, summary: string) =>
  call(tabs).route({ method: "POST", path, summary });

/** The calls that review submissions. */
export const reviewCalls = {
  detail: call(READ)
    .route({ method: "GET", path: "/promo/submission/{id}", summary: "A submission, with its receipt" })
    .input(z.object({ id: submissionId, receipt: yesNo.default(true) }))
    .output(z.object({ ...answered, submission })),
  inReview: changeCall(
    promoTabs("CsrApprovals"),
    "/promo/submission/inReview/{id}",
    "Mark a submission as In Review, for its assignee",
  )
    .input(z.object({ id: submissionId }))
    .output(changed),
  assign: changeCall(
    promoTabs("AssignmentQueue"),
    "/promo/submissions/assign",
    "Assign submissions, or assign them to someone else",
  )
    .input(
      z.object({
        list: submissionIds,
        reviewer: administratorId,
        /** Leaves out submissions that are assigned already. */
        onlyUnassigned: z.boolean("must be true or false").default(false),
      }),
    )
    .output(changed),
  approve: changeCall(
    promoTabs("CsrApprovals"),
    "/promo/submissions/approve",
    "Approve submissions. Their orders follow after the time to undo",
  )
    .input(z.object({ list: submissionIds }))
    .output(changed.extend({ undoSeconds: z.number().int() })),
  loyaltyOrderApprove: changeCall(
    promoTabs("LoyaltyOrder"),
    "/promo/submissions/loyaltyOrderApprove",
    "Approve submissions of loyalty promotions",
  )
    .input(z.object({ list: submissionIds }))
    .output(changed.extend({ undoSeconds: z.number().int() })),
  undoApprove: changeCall(
    REVIEW,
    "/promo/submissions/approve/undo",
    "Undo approvals whose orders aren't being created yet",
  )
    .input(z.object({ list: submissionIds }))
    .output(changed),
  deny: changeCall(REVIEW, "/promo/submissions/deny", "Deny submissions, and email the customers")
    .input(z.object({ list: submissionIds, reason: reasonId, message: message.optional() }))
    .output(changed),
  hold: changeCall(REVIEW, "/promo/submissions/hold", "Put submissions on hold, and email the customers")
    .input(z.object({ list: submissionIds, reason: reasonId, message: message.optional(), operationId }))
    .output(changed),
  answer: changeCall(REVIEW, "/promo/submission/{id}/answer", "Email the customer of a submission")
    .input(z.object({ id: submissionId, message, operationId }))
    .output(changed),
  takeNext: changeCall(
    promoTabs("CsrApprovals"),
    "/promo/submissions/takeNext",
    "Reserve the next submission for the caller",
  )
    .input(z.object({ /** The submission that is open. */ skip: submissionId.optional() }))
    .output(z.object({ ...answered, id: z.number().int().nullable() })),
  keep: changeCall(
    promoTabs("CsrApprovals"),
    "/promo/submission/{id}/keep",
    "Extend the caller's reservation of a submission",
  )
    .input(z.object({ id: submissionId }))
    .output(z.object({ ...answered, isHeld: z.boolean() })),
  duplicates: call(READ)
    .route({
      method: "GET",
      path: "/promo/submission/{id}/duplicates",
      summary: "Submissions with the same receipt ID, address, email or a similar picture",
    })
    .input(z.object({ id: submissionId }))
    .output(
      z.object({
        ...answered,
        list: z.array(
          z.object({
            id: z.number().int(),
            name: text,
            email: optionalText,
            status: z.enum(SUBMISSION_STATUSES),
            createdDate: instant,
            receiptId: text,
            retailer: text,
            /** YYYY-MM-DD. */
            purchaseDate: text,
            shippingAddress1: text,
            shippingCity: text,
            attachmentId: optionalText,
            matches: z.array(z.enum(["receiptId", "address", "email", "amount", "picture"])),
            /** False for a hint, such as a similar picture alone. */
            isSamePurchase: z.boolean(),
          }),
        ),
      }),
    ),
  history: call(READ)
    .route({
      method: "GET",
      path: "/promo/submission/{id}/history",
      summary: "What happened to a submission, newest first",
    })
    .input(z.object({ id: submissionId }))
    .output(
      z.object({
        ...answered,
        list: z.array(
          z.object({
            id: text,
            who: text,
            what: text,
            changes: z.array(z.object({ field: text, before: text, after: text })),
            at: instant,
          }),
        ),
        /** True when there are earlier changes. */
        hasMore: z.boolean(),
      }),
    ),
  secondLooks: call(promoTabs("CsrApprovals"))
    .route({
      method: "GET",
      path: "/promo/secondLooks/list",
      summary: "Approvals of others that wait for a second look, and the agreement per reviewer",
    })
    .output(
      z.object({
        ...answered,
        list: z.array(
          z.object({ id: z.number().int(), name: text, approver: optionalText, approvedDate: instant }),
        ),
        agreement: z.array(
          z.object({
            /** The reviewer's id. */
            id: text,
            reviewer: text,
            /** Approvals that wait for a second look. */
            due: z.number().int(),
            looks: z.number().int(),
            agreed: z.number().int(),
          }),
        ),
      }),
    ),
  takeSecondLook: changeCall(
    promoTabs("CsrApprovals"),
    "/promo/submission/{id}/secondLook",
    "Record whether the caller agrees with an approval",
  )
    .input(z.object({ id: submissionId, isAgreed: z.boolean("must be true or false") }))
    .output(changed),
};
