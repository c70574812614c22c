import { UNFINISHED } from "./states";

const STATES = UNFINISHED.map((state) => `'${state}'`).join(", ");

/** In SQL: whether a job has not ended. @param job alias of the row of `jobs` */
export const isUnfinished = (job: string): string => `${job}.state IN (${STATES})`;
