/** For how many days the same credit to the same customer is asked about, unless the owner sets another number. */
export const DEFAULT_REPEAT_DAYS = 7;

/** The most days that the owner can set. */
export const MAX_REPEAT_DAYS = 365;
