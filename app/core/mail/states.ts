/**
 * What became of a mail: it waits (also for another attempt), is on its way, was taken by the mail server, was refused for
 * good for its address, or was given up for another reason.
 */
export const MAIL_STATES = ["queued", "sending", "sent", "bounced", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];
