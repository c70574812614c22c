/** The maximum length of a giveaway's name and description. */
export const MAX_NAME_LENGTH = 255;
export const MAX_DESCRIPTION_LENGTH = 5_000;
/** The maximum of a giveaway's Registration Count. */
export const MAX_REGISTRATIONS = 10_000_000;
/** The maximum number of tickets per entry: a draw's work grows with them. */
export const MAX_WEIGHT = 1_000;
/** The maximum number of winners, and of alternates, of one draw. */
export const MAX_DRAWN = 1_000;
/** The maximum length of a reason. */
export const MAX_REASON_LENGTH = 500;
