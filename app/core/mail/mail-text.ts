import type { MailServer } from "~/connectors/mail/port";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** What a {{placeholder}} of a text means. */
export interface Placeholder {
  /** For the person who edits the text. */
  meaning: string;
  /** What the preview and a test email show. */
  example: string;
  /** Its value is or has an https address, which the email shows as a link. */
  isLink?: boolean;
  /** Its value is a picture as a data URL (`data:image/png;base64,…`), which the plain text leaves out. */
  isPicture?: boolean;
  /** The text must have it. */
  isRequired?: boolean;
}

/** What a text's checks see of a queued mail. */
export interface QueuedMail {
  shop: string;
  id: string;
  /** Its idempotency key: what it is for. */
  key: string;
  /** Its personal link. */
  linkId: string | null;
}

/** An email that Backroom sends, as it is until a shop writes its own. */
export interface MailText<Name extends string = string> {
  kind: "mail text";
  /** As it is stored and as `/api` names it. */
  id: string;
  /** What staff call it. */
  name: string;
  /** When it is sent, and its recipient. */
  when: string;
  subject: string;
  /** Plain text. An empty line separates paragraphs. */
  body: string;
  /** What the caller of `queueMail` gives values for. */
  placeholders: Readonly<Record<Name, Placeholder>>;
  /** Runs right before the email is sent. @returns why it must not be sent any longer, in a sentence, or null */
  findObjection?(tx: ShopTransaction, mail: QueuedMail): Promise<string | null>;
  /**
   * Runs right before the email is sent, for a text about something that may have changed since the email was queued. The email is
   * then rendered again, in the shop's present wording.
   * @returns the present values of its placeholders. Null when the email is to be sent as it was queued
   */
  readValues?(tx: ShopTransaction, mail: QueuedMail): Promise<Readonly<Record<Name, string>> | null>;
  /** What sends the email where that isn't always the shop's mail server. */
  chooseServer?(mail: QueuedMail, server: MailServer): Promise<MailServer>;
}

/** All declared texts by their id. */
export type MailTexts = ReadonlyMap<string, MailText>;

/** Declares an email. Owners edit the text under Settings. Nothing else is needed for a new one. */
export const mailText = <Name extends string>(text: Omit<MailText<Name>, "kind">): MailText<Name> => ({
  kind: "mail text",
  ...text,
});

/** `queueMail` itself gives their values in every text. */
const COMMON_PLACEHOLDERS = {
  shop: { meaning: "The shop's name", example: "Backroom Demo" },
} as const satisfies Record<string, Placeholder>;

/** Every placeholder that a text may have. */
export const placeholdersOf = (text: MailText): Record<string, Placeholder> => ({
  ...COMMON_PLACEHOLDERS,
  ...text.placeholders,
});

/** Example values of all its placeholders. */
export const examplesOf = (text: MailText): Record<string, string> =>
  Object.fromEntries(Object.entries(placeholdersOf(text)).map(([name, { example }]) => [name, example]));

/** How long the text of an email is kept after it was sent, bounced or failed. */
export const TEXT_KEPT_DAYS = 180;

/**
 * The states of a mail: it waits (also for another attempt), is being sent, was accepted by the mail server, was refused for
 * good because of its address, or failed for another reason.
 */
export const MAIL_STATES = ["queued", "sending", "sent", "bounced", "failed"] as const;

export type MailState = (typeof MAIL_STATES)[number];
