import { formatInstant } from "~/platform/dates/instant";

/** The last moment at which credit can be used. Credit that is good until midnight is good on the day before. */
export const lastMomentOf = (expiresAt: string): Date => new Date(+new Date(expiresAt) - 1);

/** The last day (UTC) on which credit can be used, MM/DD/YYYY. @param expiresAt ISO 8601, midnight after that day */
export const lastDayOf = (expiresAt: string): string => formatInstant(lastMomentOf(expiresAt), "UTC").date;
