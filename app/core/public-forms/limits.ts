/** How long an entry waits for its confirmation, and how long the link of an email works. */
export const CONFIRM_WITHIN_HOURS = 24;
/** A mailbox gets at most one confirmation email of a shop in this time. */
export const MAIL_AGAIN_AFTER_MINUTES = 10;
/** And at most this many in 24 hours. */
export const MAX_MAILS_A_DAY = 5;
/** More than this many entries don't wait for one mailbox: its owner has to dismiss some first. */
export const MAX_WAITING = 50;
/** What one visitor may send to the public pages of a shop on a day (UTC). Many people can share an address. */
export const VISITOR_BUDGET = { requests: 500, files: 50, bytes: 250 * 1024 * 1024 };
