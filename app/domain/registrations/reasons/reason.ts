/** The kinds of texts that the account owner maintains. */
export const REASON_KINDS = ["reject", "question"] as const;
export type ReasonKind = (typeof REASON_KINDS)[number];

export const MAX_LABEL_LENGTH = 80;
export const MAX_TEXT_LENGTH = 1_000;
export const MAX_REASONS = 30;

/** A reason for a rejection, or a question that is often asked. */
export interface Reason {
  /** Decisions and scripts refer to it, so it stays the same when the text changes. */
  code: string;
  /** For the staff. */
  label: string;
  /** For the customer, in the email. */
  text: string;
  /** An inactive one is no longer offered. Decisions keep it. */
  active: boolean;
}

/** Both lists, each in the owner's order. */
export type Reasons = Record<ReasonKind, Reason[]>;

/** The defaults of a new shop. */
export const DEFAULT_REASONS: Reasons = {
  reject: [
    {
      code: "not-verified",
      label: "Could not be verified",
      text: "We couldn't verify your registration with the information that we have.",
      active: true,
    },
    {
      code: "no-proof",
      label: "Proof missing or unreadable",
      text: "The proof that goes with your registration is missing, or we couldn't read it. You are welcome to register again with a current one.",
      active: true,
    },
    {
      code: "not-eligible",
      label: "Not eligible",
      text: "The program isn't open to you, because the conditions for it aren't met.",
      active: true,
    },
    {
      code: "duplicate",
      label: "Registered twice",
      text: "You are registered with us already, under another email address. Please use that account.",
      active: true,
    },
    {
      code: "ended",
      label: "Studies or employment have ended",
      text: "According to the information that we have, your studies or your employment have ended.",
      active: true,
    },
  ],
  question: [
    {
      code: "proof",
      label: "Proof of enrolment or employment",
      text: "Please send us a current proof of your enrolment or employment, for example a photo of your card or a letter.",
      active: true,
    },
    {
      code: "name",
      label: "Name differs from the proof",
      text: "The name in your registration differs from the one in your proof. Please tell us which one is right.",
      active: true,
    },
    {
      code: "address",
      label: "Other email address",
      text: "Please write to us from the email address of your school or employer, so that we can verify your registration.",
      active: true,
    },
  ],
};
