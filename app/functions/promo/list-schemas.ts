import { z } from "zod";
import { FULFILLMENT_STATUSES, SUBMISSION_STATUSES } from "~/domain/submissions/statuses";

export const text = z.string();

/** An instant, ISO 8601. */
const instant = z.string();

export const status = z.enum(SUBMISSION_STATUSES, `must be one of: ${SUBMISSION_STATUSES.join(", ")}`);

/** A submission in a queue. */
export const queueRow = z.object({
  id: z.number().int(),
  name: text,
  displayName: text,
  email: text.nullable(),
  /** The assignee's email. */
  reviewer: text.nullable(),
  reviewerId: text.nullable(),
  status,
  /** The reason, while it is on hold. */
  holdReason: text.nullable(),
  assignedDate: instant.nullable(),
  createdDate: instant,
  /** In seconds. */
  ageOfSubmission: z.number().int(),
  /** True after the time within which a submission is to be decided. */
  isLate: z.boolean(),
  shippingAddress1: text,
  shippingAddress2: text.nullable(),
  addressUsed: z.boolean(),
  receiptIdUsed: z.boolean(),
  /** 0 to 100. */
  riskScore: z.number().int(),
  /** Why it came back to review after an approval. */
  problem: text.nullable(),
});

export type QueueRow = z.infer<typeof queueRow>;

/** A submission on the tabs All Submissions and Loyalty Order. */
export const submissionRow = z.object({
  id: z.number().int(),
  email: text.nullable(),
  createdDate: instant,
  status,
  denyReason: text.nullable(),
  shippingAddress1: text,
  shippingAddress2: text.nullable(),
  addressUsed: z.boolean(),
  receiptIdUsed: z.boolean(),
  reviewer: text.nullable(),
  approver: text.nullable(),
  /** Spelled so in the calls that existed before. */
  aprovedDate: instant.nullable(),
  denier: text.nullable(),
  deniedDate: instant.nullable(),
  orderName: text.nullable(),
  fulfillmentStatus: z.enum(FULFILLMENT_STATUSES).nullable(),
});

export type SubmissionRow = z.infer<typeof submissionRow>;
