/**
 * The states of a mail: it waits (also for another attempt), is being sent, was accepted by the mail server, was refused for
 * good because of its address, or failed for another reason.
 */
export const MAIL_STATES = ["queued", "sending", "sent", "bounced", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];
