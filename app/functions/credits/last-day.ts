import { utcIsoDate } from "~/platform/dates/iso-date";
import { formatUsDate } from "~/platform/dates/us-date";

/** The last day (UTC) on which credit can be used, MM/DD/YYYY. @param expiresAt ISO 8601, midnight after that day */
export const lastDayOf = (expiresAt: string): string =>
  formatUsDate(utcIsoDate(new Date(+new Date(expiresAt) - 1)));
