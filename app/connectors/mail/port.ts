import type { Mailbox } from "~/platform/mail-address";

/** A file that goes with a mail. */
export interface Attachment {
  name: string;
  contentType: string;
  content: Buffer;
}

/** A mail as the mail server gets it: to exactly one person. */
export interface OutgoingMail {
  from: Mailbox;
  to: Mailbox;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** With angle brackets. The same for each attempt, so that a mail that arrives twice can be told as one. */
  messageId: string;
  attachment?: Attachment;
}

/** The mail server that this process hands its mails to. */
export interface MailServer {
  /**
   * Hands one mail over; returns once the server has taken it into its care.
   * @throws MailRefused when the server did not
   */
  send(mail: OutgoingMail): Promise<void>;
}

/**
 * Why a mail was not taken: `later` may go well another time (the server is busy, silent or not reachable); `recipient` is a
 * final no to this address; `mail` is a final no to something else, such as the sender or the content.
 */
export type MailRefusal = "later" | "recipient" | "mail";

/** The mail server did not take a mail; the message has the server's own words, in one line. */
export class MailRefused extends Error {
  constructor(
    readonly why: MailRefusal,
    words: string,
  ) {
    super(words);
    this.name = "MailRefused";
  }
}
