/** The most characters of a mail's subject and of its text. */
export const SUBJECT_MOST = 200;
export const BODY_MOST = 10_000;
