/** The name of the list of registration codes, for refresh events. */
export const CODES_LIST = "registration-codes";
