/** What a promotion lets a customer choose from, by the name of its field. */
export const CHOICE_KINDS = [
  "retailers",
  "models",
  "methods",
  "ages",
  "genders",
  "countries",
  "states",
] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];
export type Choices = Readonly<Record<ChoiceKind, readonly string[]>>;

/** The form's fields take at least as many characters. */
export const MAX_CHOICE_LENGTH = 120;

/** Whether a promotion accepts one submission per address, one per person, or any number. */
export const SUBMISSION_LIMITS = ["address", "person", "none"] as const;
export type SubmissionLimit = (typeof SUBMISSION_LIMITS)[number];
