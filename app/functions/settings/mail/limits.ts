/** Maximum lengths of an email's subject and text (characters). */
export const MAX_SUBJECT_LENGTH = 200;

export const MAX_BODY_LENGTH = 10_000;

/** No mail server accepts more emails per minute. */
export const MAX_PER_MINUTE = 6_000;

/** The refusals of a save that would overwrite another one. */
export const SENDER_CHANGED =
  "The sender was changed while you were editing it. Your changes weren't saved. Review the current values, and try again.";

export const PACE_CHANGED =
  "The emails per minute were changed while you were editing them. Your change wasn't saved. Review the current value, and try again.";

export const TEXT_CHANGED =
  "This text was changed while you were editing it. Your changes weren't saved. Review the current text, and try again.";
