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

/** The reason that is shown for a submission which its customer withdrew. It is Denied, and no administrator denied it. */
export const WITHDRAWN = "Withdrawn by the customer";

/** How far the order of a submission is, as the filters name it. */
export const FULFILLMENT_STATUSES = ["Unfulfilled", "Shipped", "Delivered"] as const;

export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number];

/** The queue that an open submission is in. */
export type Queue = "unassigned" | "assigned" | "held";

/** What makes a submission suspicious, by its id. */
export const RISK_SIGNALS = {
  receiptId: { name: "Receipt ID used before", points: 50 },
  address: { name: "Address used before, perhaps written differently", points: 20 },
  email: { name: "Email address used before, perhaps as an alias", points: 15 },
  picture: { name: "Similar receipt picture", points: 30 },
  samePurchase: { name: "Receipt used before, by its text or its picture", points: 50 },
  typedNumber: { name: "The receipt shows another receipt ID", points: 20 },
  typedDate: { name: "The receipt shows another purchase date", points: 20 },
  typedAmount: { name: "The receipt shows another amount", points: 20 },
  oldPurchase: { name: "Purchase more than 90 days before the submission", points: 10 },
} as const satisfies Record<string, { name: string; points: number }>;

export type RiskSignal = keyof typeof RISK_SIGNALS;

const MAX_SCORE = 100;

/** From this score on, a submission has a high risk. */
export const HIGH_RISK = 50;

/** The score of a submission with these signals, 0 to 100. */
export const riskScoreOf = (signals: readonly RiskSignal[]): number =>
  Math.min(
    MAX_SCORE,
    signals.reduce((sum, signal) => sum + RISK_SIGNALS[signal].points, 0),
  );
