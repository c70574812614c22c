/** Maximum lengths of an email's subject and text (characters). */
export const MAX_SUBJECT_LENGTH = 200;

export const MAX_BODY_LENGTH = 10_000;

/** No mail server accepts more emails per minute. */
export const MAX_PER_MINUTE = 6_000;
