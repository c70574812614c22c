import { addYears, format, parseISO } from "date-fns";
import { daysBetween, inDays, keptDay, shownDay } from "~/platform/written-day";

/** How many days before its end a registration is shown as ending soon. */
export const SOON_DAYS = 30;

/** What a list can be narrowed to by the end of the registrations. */
export const ENDINGS = ["expired", "soon"] as const;
export type Ending = (typeof ENDINGS)[number];

/** How each is called. */
export const ENDING_NAMES: Record<Ending, string> = {
  soon: `Ends within ${SOON_DAYS} days`,
  expired: "Expired",
};

/** How a registration's end reads while it matters: when it has passed, or comes within 30 days. */
export interface Expiry {
  text: string;
  hasPassed: boolean;
}

/**
 * What is said of a registration's end; null when it is far away or unknown.
 * @param end as `plainDay` answers it
 * @param today the shop's calendar day, YYYY-MM-DD
 */
export function expiryOf(end: string | null, today: string): Expiry | null {
  if (!end) return null;
  const left = daysBetween(today, end);
  if (left < 0) return { text: `Expired ${shownDay(end)}`, hasPassed: true };
  return left <= SOON_DAYS ? { text: `Ends ${inDays(left)}`, hasPassed: false } : null;
}

/** A day one year on; the 29th of February goes to the 28th. */
export const yearAfter = (day: string): string => format(addYears(parseISO(day), 1), "yyyy-MM-dd");

/**
 * What is wrong with a new end date, in a sentence; undefined when it can be taken.
 * @param text as somebody wrote it
 */
export function newEndProblem(text: string, today: string): string | undefined {
  const day = keptDay(text);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return "Enter a date as MM/DD/YYYY.";
  return daysBetween(today, day) < 1 ? "Enter a day after today." : undefined;
}
