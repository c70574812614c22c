export const NOT_CONFIGURED = "Ekata isn't set up for this shop. The account owner can do it on Settings.";
export const SCORE_NOT_VALID = "Enter a whole number from 1 to 500.";
export const SCORES_NOT_IN_ORDER = "The score of a high risk must be above that of a medium risk.";
