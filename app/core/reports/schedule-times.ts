import { TZDate } from "@date-fns/tz";
import { isoDateIn } from "~/platform/dates/instant";
import { addIsoDays, weekdayOf } from "~/platform/dates/iso-date";

/** The list that open pages load again when a report's schedules change. */
export const schedulesListOf = (report: string): string => `schedules.${report}`;

/** How often a scheduled report is created. */
export const FREQUENCIES = ["daily", "weekly", "monthly"] as const;

export type Frequency = (typeof FREQUENCIES)[number];

/** Dates as `YYYY-MM-DD`, both included. */
export interface ReportDates {
  dateFrom: string;
  dateTo: string;
}

const MONDAY = 1;

/** A month has at most 31 days, and a clock change moves the hour by one. */
const DAYS_TO_TRY = 33;

/**
 * When a schedule is due next: each day, each Monday, or on the first of each month, at an hour of a time zone. An hour that a
 * change of the clocks skips is the next one that exists.
 * @param after not this instant itself
 */
export function nextInstant(
  { frequency, hour }: { frequency: Frequency; hour: number },
  after: Date,
  timeZone: string,
): Date {
  const today = isoDateIn(after, timeZone);
  for (let days = 0; days < DAYS_TO_TRY; days += 1) {
    const day = addIsoDays(today, days);
    if (frequency === "weekly" && weekdayOf(day) !== MONDAY) continue;
    if (frequency === "monthly" && !day.endsWith("-01")) continue;
    const [year, month, date] = day.split("-").map(Number) as [number, number, number];
    const instant = new Date(+new TZDate(year, month - 1, date, hour, timeZone));
    if (instant > after) return instant;
  }
  throw new Error("A schedule is due at least once a month.");
}

/** When a schedule was due last, and when it is due next. @param since an instant at which it was due, at or before `now` */
export function dueInstants(
  schedule: { frequency: Frequency; hour: number },
  since: Date,
  now: Date,
  timeZone: string,
): { last: Date; next: Date } {
  let last = since;
  let next = nextInstant(schedule, last, timeZone);
  while (next <= now) {
    last = next;
    next = nextInstant(schedule, last, timeZone);
  }
  return { last, next };
}

/** The dates that a scheduled report covers: the last complete day, week (Monday to Sunday) or month before an instant. */
export function datesBefore(frequency: Frequency, instant: Date, timeZone: string): ReportDates {
  const today = isoDateIn(instant, timeZone);
  const yesterday = addIsoDays(today, -1);
  if (frequency === "daily") return { dateFrom: yesterday, dateTo: yesterday };
  if (frequency === "weekly") {
    const monday = addIsoDays(today, -((weekdayOf(today) + 6) % 7));
    return { dateFrom: addIsoDays(monday, -7), dateTo: addIsoDays(monday, -1) };
  }
  const lastDay = addIsoDays(`${today.slice(0, 7)}-01`, -1);
  return { dateFrom: `${lastDay.slice(0, 7)}-01`, dateTo: lastDay };
}

const FREQUENCY_LABELS: Record<Frequency, { when: string; covers: string }> = {
  daily: { when: "Every day", covers: "for the day before" },
  weekly: { when: "Every Monday", covers: "for the week before" },
  monthly: { when: "On the 1st", covers: "for the month before" },
};

/** How often, and what it covers if the report has dates. */
export function frequencyLabel(frequency: Frequency, hasDates: boolean): string {
  const { when, covers } = FREQUENCY_LABELS[frequency];
  return hasDates ? `${when}, ${covers}` : when;
}

/** An hour of the day: "6:00 AM". */
export const hourText = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}`;

/** "Every Monday, for the week before, at 6:00 AM (America/New_York)" */
export const frequencyText = (
  { frequency, hour }: { frequency: Frequency; hour: number },
  timeZone: string,
  hasDates: boolean,
): string => `${frequencyLabel(frequency, hasDates)}, at ${hourText(hour)} (${timeZone})`;
