/** The most characters of a giveaway's name and description. */
export const GIVEAWAY_NAME_MOST = 255;
export const GIVEAWAY_DESCRIPTION_MOST = 5_000;
/** The most registrations that a giveaway can be limited to. */
export const REGISTRATIONS_MOST = 10_000_000;
/** The most tickets of one entrant: a draw's work grows with them. */
export const WEIGHT_MOST = 1_000;
/** The most winners of one draw, and the most alternates. */
export const DRAWN_MOST = 1_000;
/** The most characters of why something was done with an entrant or a draw. */
export const REASON_MOST = 500;
