/** How long a link works that confirms an email address. */
export const CONFIRM_WITHIN_HOURS = 24;
/** The wait before an address gets another email with the same link. */
export const MAIL_AGAIN_AFTER_MINUTES = 10;
