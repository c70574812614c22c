/** The refusals of a save that would overwrite another one. */
export const SENDER_CHANGED =
  "The sender was changed while you were editing it. Your changes weren't saved. Discard them, review the current values, and try again.";
export const PACE_CHANGED =
  "The emails per minute were changed while you were editing them. Your change wasn't saved. Discard it, review the current value, and try again.";
export const TEXT_CHANGED =
  "This text was changed while you were editing it. Your changes weren't saved. Discard them, review the current text, and try again.";
