import type { Placeholder } from "~/core/mail/mail-text";
import { fillPlaceholders, placeholderProblem } from "~/core/mail/render";

/** What a message to a customer goes with, by the names that reviewers see. */
export const REPLY_USES = { deny: "Deny", hold: "Hold", answer: "Answer" } as const;
export type ReplyUse = keyof typeof REPLY_USES;

/** A text that the account owner keeps for reviewers. */
export interface ReplyTemplate {
  id: number;
  use: ReplyUse;
  name: string;
  text: string;
}

export const MAX_REPLY_LENGTH = 5_000;

const COMMON = {
  name: { meaning: "The customer's first name", example: "Ana" },
  promotion: { meaning: "The promotion's name", example: "Free battery" },
  number: { meaning: "The number of the submission", example: "1042" },
  receipt: { meaning: "The receipt ID", example: "A-4711" },
} as const satisfies Record<string, Placeholder>;

const REASON = { reason: { meaning: "The chosen reason", example: "The receipt is too old" } } as const;

/** Their values for one submission. */
export type ReplyValues = Partial<Record<keyof typeof COMMON | keyof typeof REASON, string>>;

/** What a text for this use may have. An answer has no reason. */
export const replyPlaceholders = (use: ReplyUse): Record<string, Placeholder> =>
  use === "answer" ? COMMON : { ...COMMON, ...REASON };

/** The error of a text in a sentence, or null when it can be sent. */
export const replyProblem = (text: string, use: ReplyUse): string | null =>
  placeholderProblem(text, replyPlaceholders(use), "text");

/** The text with the values of a submission. A placeholder without a value stays. */
export const fillReply = (text: string, values: ReplyValues): string => fillPlaceholders(text, values);
