/** The label of the field above the list. */
export const LIMIT_LABEL = "Default STP Student Discount Limit($)";

/** The limit until another value is saved. */
export const FALLBACK_LIMIT = "9500";

/** The messages after a save, each shown for 7 seconds. */
export const LIMIT_SAVED = "Saved successfully.";
export const LIMIT_FAILED = "Something went wrong. try again.";
