import { shownDay } from "~/platform/written-day";

/** The last day (UTC) on which credit is good, MM/DD/YYYY: what ends at midnight is good on the day before. @param endsAt ISO 8601 */
export const lastDayOf = (endsAt: string): string =>
  shownDay(new Date(+new Date(endsAt) - 1).toISOString().slice(0, 10));
