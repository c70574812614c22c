/** How long the personal link of a request works. */
export const LINK_DAYS = 30;
/** A link can be renewed as long as this after it has expired. Then it is deleted. */
export const RENEWABLE_DAYS = 180;
/** A request gets at most one new link in this time. */
export const RENEW_AGAIN_AFTER_MINUTES = 10;
/** A request takes at most this many answers of its customer until staff write again. */
export const MAX_ANSWERS = 20;
export const MAX_ANSWER_LENGTH = 2_000;

/** The largest file that a request's page receives. No kind takes a larger one. */
export const REQUEST_UPLOAD = { maxMegabytes: 10 };

/** How many requests of each kind a signed-in customer sees. */
export const MAX_LISTED = 20;
