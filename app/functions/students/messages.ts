/** The field above the list (section 2.3 of the first specification text). */
export const LIMIT_LABEL = "Default STP Student Discount Limit($)";

/** What the field holds until somebody has saved another value (section 9). */
export const FALLBACK_LIMIT = "9500";

/** Both messages of section 8; each is shown for 7 seconds. */
export const LIMIT_SAVED = "Saved successfully.";
export const LIMIT_FAILED = "Something went wrong. try again.";
