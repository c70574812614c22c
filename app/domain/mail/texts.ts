/** What a {{placeholder}} of a text stands for. */
export interface Placeholder {
  /** For those who edit the text. */
  meaning: string;
  /** What the preview and a test mail show. */
  example: string;
  /** Its value is an https address, which the mail shows as a link. */
  isLink?: boolean;
}

/** A mail that the console sends, as it is until a shop writes its own. */
export interface MailText {
  /** How staff call it. */
  name: string;
  /** When it is sent, and to whom. */
  when: string;
  subject: string;
  /** Plain text; an empty line parts paragraphs. */
  body: string;
  /** What the caller of `queueMail` gives values for. */
  placeholders: Readonly<Record<string, Placeholder>>;
}

/** Filled in by `queueMail` itself, in every text. */
export const COMMON_PLACEHOLDERS = {
  shop: { meaning: "The shop's name", example: "Backroom Demo" },
} as const satisfies Record<string, Placeholder>;

/** Every text, one declaration each. A shop edits them under Settings; a new one needs nothing else. */
export const MAIL_TEXTS = {
  "registration.ends": {
    name: "Registration ends soon",
    when: "30, 7 and 1 days before the end date of an approved student or staff customer",
    subject: "Your registration at {{shop}} ends on {{endDate}}",
    body: `Hello {{name}},

your registration at {{shop}} ends on {{endDate}} ({{timeLeft}}). Until then nothing changes for you.

If you are still entitled to it, please renew it in time: reply to this mail, and we will tell you what we need.

{{shop}}`,
    placeholders: {
      name: { meaning: "The person's name", example: "Ana Martin" },
      endDate: { meaning: "The day on which the registration ends", example: "06/30/2027" },
      timeLeft: { meaning: "How far away that day is", example: "in 7 days" },
    },
  },
} as const satisfies Record<string, MailText>;

export type MailTextId = keyof typeof MAIL_TEXTS;

export const MAIL_TEXT_IDS = Object.keys(MAIL_TEXTS) as [MailTextId, ...MailTextId[]];

/** A text by its id, in its general shape; undefined for an id that this version does not know. */
export const findMailText = (id: string): MailText | undefined =>
  Object.hasOwn(MAIL_TEXTS, id) ? MAIL_TEXTS[id as MailTextId] : undefined;

/** Every placeholder that a text may hold. */
export const placeholdersOf = (text: MailText): Record<string, Placeholder> => ({
  ...COMMON_PLACEHOLDERS,
  ...text.placeholders,
});

/** Example values of all its placeholders. */
export const examplesOf = (text: MailText): Record<string, string> =>
  Object.fromEntries(Object.entries(placeholdersOf(text)).map(([name, { example }]) => [name, example]));
