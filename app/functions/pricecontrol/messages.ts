/** Refuses a range of time. */
export const START_AFTER_END = "The start date is after the end date. Change one of them.";
export const AFTER_TODAY = "must be today (UTC) or before";

/** There is no entry and no price of a variant. */
export const NO_HISTORY = "No price of this variant is recorded. Search for its SKU in the price log.";
