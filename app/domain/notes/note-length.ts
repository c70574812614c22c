/** The longest note (characters). */
export const NOTE_LENGTH = 2_000;
