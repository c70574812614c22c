import type { Mailbox } from "~/platform/mail-address";

/** A file that is attached to an email. */
export interface Attachment {
  name: string;
  contentType: string;
  content: Buffer;
}

/** An email to exactly one person. */
export interface OutgoingMail {
  from: Mailbox;
  to: Mailbox;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** With angle brackets. The same for each attempt, so that a duplicate can be recognized. */
  messageId: string;
  attachment?: Attachment;
}

/** The mail server of this process. */
export interface MailServer {
  /**
   * Sends one email. Returns when the server has accepted it.
   * @throws MailRefused when the server did not accept it
   */
  send(mail: OutgoingMail): Promise<void>;
}

/**
 * Why the server refused an email: `later` is temporary (the server is busy or unreachable), `recipient` is a permanent failure of
 * this address, `mail` is a permanent failure of something else, such as the sender or the content.
 */
export type MailRefusal = "later" | "recipient" | "mail";

/** The mail server refused an email. The message is the server's, in one line. */
export class MailRefused extends Error {
  constructor(
    readonly why: MailRefusal,
    message: string,
    /** The server can't be used at all: there is no connection, or it takes no sign-in. */
    readonly isUnusable = false,
  ) {
    super(message);
    this.name = "MailRefused";
  }
}
