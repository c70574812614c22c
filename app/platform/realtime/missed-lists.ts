/** The request of a page that connects again: which lists have changed while it was away, in milliseconds. */
export const MISSED_LISTS = "missed";

/** The answer: names of lists. Null when the page must read all of its lists again. */
export type MissedLists = string[] | null;

/** The name of the list of jobs. */
export const JOBS_LIST = "jobs";
