/** How long a registration code is at most. */
export const MAX_CODE_LENGTH = 40;

/** The highest Spend Limit and Max Count: 8 digits. */
export const MAX_COUNT = 99_999_999;

/** How many digits their inputs take. */
export const MAX_COUNT_DIGITS = 8;

/** How long a partner's handle and name are at most. */
export const MAX_PARTNER_LENGTH = 100;
export const MAX_PARTNERS = 200;
