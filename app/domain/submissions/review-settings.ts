/** What the owner sets for the review. */
export interface ReviewSettings {
  /** How long an approval can be undone before its order is created. */
  undoSeconds: number;
  /** The share of approvals that a second reviewer looks at. */
  secondLookPercent: number;
  /** A submission that is older and not decided is late. */
  targetHours: number;
  /** How long a submission from "Take next" is reserved without activity. */
  lockMinutes: number;
}

export const DEFAULT_REVIEW_SETTINGS: ReviewSettings = {
  undoSeconds: 10,
  secondLookPercent: 0,
  targetHours: 72,
  lockMinutes: 10,
};
