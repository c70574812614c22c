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

/** The smallest and the largest value of each. */
const LIMITS: Readonly<Record<keyof ReviewSettings, { min: number; max: number }>> = {
  undoSeconds: { min: 0, max: 3_600 },
  secondLookPercent: { min: 0, max: 100 },
  targetHours: { min: 1, max: 2_000 },
  lockMinutes: { min: 1, max: 240 },
};

/** Whether a setting can have a value as it was entered. Only digits: `Number` would also read "" and "1e3". */
export function isReviewSetting(name: keyof ReviewSettings, text: string): boolean {
  const { min, max } = LIMITS[name];
  return /^\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max;
}

/** The message for a value that a setting can't have. */
export function reviewSettingProblem(name: keyof ReviewSettings): string {
  const { min, max } = LIMITS[name];
  return `Enter a whole number from ${min} to ${max.toLocaleString("en-US")}.`;
}

export const DEFAULT_REVIEW_SETTINGS: ReviewSettings = {
  undoSeconds: 10,
  secondLookPercent: 0,
  targetHours: 72,
  lockMinutes: 10,
};
