/** The name under which the list of user types refreshes. It has a file of its own, because the page imports it without zod. */
export const USER_TYPES_LIST = "user-types";
