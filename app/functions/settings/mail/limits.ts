/** The most characters of a mail's subject and of its text. */
export const SUBJECT_MOST = 200;
export const BODY_MOST = 10_000;
/** The most mails per minute that can be entered; more is as fast as any mail server takes them. */
export const MOST_PER_MINUTE = 6_000;
