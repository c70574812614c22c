import { formatDaysAhead, formatUsDate, toIsoDate } from "~/platform/dates/date-text";
import { daysBetween, isoDateOf } from "~/platform/dates/iso-date";

/** How many days before its end a registration is shown as ending soon. */
export const SOON_DAYS = 30;

/** What a list can be narrowed to by the end of the registrations. */
export const ENDINGS = ["expired", "soon"] as const;
export type Ending = (typeof ENDINGS)[number];

/** The label of each. */
export const ENDING_NAMES: Record<Ending, string> = {
  soon: `Ends within ${SOON_DAYS} days`,
  expired: "Expired",
};

/** A registration's end that has passed, or is within 30 days. */
export interface Expiry {
  text: string;
  hasPassed: boolean;
}

/**
 * Describes a registration's end. Null when it is more than 30 days away or unknown.
 * @param end YYYY-MM-DD, or empty
 * @param today the shop's calendar day, YYYY-MM-DD
 */
export function expiryOf(end: string | null, today: string): Expiry | null {
  if (!end) return null;
  const daysLeft = daysBetween(today, end);
  if (daysLeft < 0) return { text: `Expired ${formatUsDate(end)}`, hasPassed: true };
  return daysLeft <= SOON_DAYS ? { text: `Ends ${formatDaysAhead(daysLeft)}`, hasPassed: false } : null;
}

/** The day one year later. February 29 becomes February 28. */
export function yearAfter(isoDate: string): string {
  const [year = 0, month = 0, day = 0] = isoDate.split("-").map(Number);
  return isoDateOf(year + 1, month, day) ?? `${year + 1}-02-28`;
}

/**
 * Validates a new end date. @returns the error as a sentence, or undefined
 * @param text the input
 */
export function newEndProblem(text: string, today: string): string | undefined {
  const day = toIsoDate(text);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return "Enter a date as MM/DD/YYYY.";
  return daysBetween(today, day) < 1 ? "Enter a day after today." : undefined;
}
