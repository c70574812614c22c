/** The statuses of a submission, in the order in which it gets them. */
export const SUBMISSION_STATUSES = [
  "Unassigned",
  "Assigned",
  "In Review",
  "Denied",
  "Approved",
  "Order Created",
  "Shipped",
  "Delivered",
] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** The statuses in which a submission waits for a decision. */
export const OPEN_STATUSES = [
  "Unassigned",
  "Assigned",
  "In Review",
] as const satisfies readonly SubmissionStatus[];

export const isOpenStatus = (status: SubmissionStatus): boolean =>
  OPEN_STATUSES.some((open) => open === status);

/** The statuses of a submission that a reviewer can decide on. */
export const REVIEWABLE_STATUSES = ["Assigned", "In Review"] as const satisfies readonly SubmissionStatus[];

/** How far the order of a submission is, as the filters name it. */
export const FULFILLMENT_STATUSES = ["Unfulfilled", "Shipped", "Delivered"] as const;
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number];

/** The queue that an open submission is in. */
export type Queue = "unassigned" | "assigned" | "held";
