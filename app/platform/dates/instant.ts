const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs a hundred times more than using it, and a list shows one date per row. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

const DAY_MS = 24 * 3_600_000;

/** Time zones change their offset at quarters of an hour, and only before this instant at others. */
const QUARTER_HOUR = 15 * 60_000;
const SINCE_QUARTERS = Date.UTC(1973, 0);

/** By time zone and quarter of an hour: the offset in milliseconds. */
const offsets = new Map<string, Map<number, number>>();
const MAX_OFFSETS = 10_000;

/** How far a time zone is ahead of UTC. Asking `Intl` costs thirty times more than adding it, and a list asks for each row. */
function offsetIn(instant: Date, timeZone: string): number {
  if (timeZone === "UTC") return 0;
  const quarter = Math.floor(+instant / QUARTER_HOUR);
  let ofZone = offsets.get(timeZone);
  if (!ofZone || ofZone.size >= MAX_OFFSETS) {
    ofZone = new Map();
    offsets.set(timeZone, ofZone);
  }
  let offset = ofZone.get(quarter);
  if (offset === undefined) {
    const { year, month, day, hour, minute, second } = partsByIntl(instant, timeZone);
    const local = Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
    );
    offset = local - Math.floor(+instant / 1_000) * 1_000;
    ofZone.set(quarter, offset);
  }
  return offset;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

function partsIn(instant: Date, timeZone: string) {
  if (!(+instant >= SINCE_QUARTERS)) return partsByIntl(instant, timeZone);
  const local = new Date(+instant + offsetIn(instant, timeZone));
  return {
    year: String(local.getUTCFullYear()).padStart(4, "0"),
    month: twoDigits(local.getUTCMonth() + 1),
    day: twoDigits(local.getUTCDate()),
    hour: twoDigits(local.getUTCHours()),
    minute: twoDigits(local.getUTCMinutes()),
    second: twoDigits(local.getUTCSeconds()),
  };
}

/** Put together from parts: the separators between them differ between versions of ICU, so server and browser could disagree. */
function partsByIntl(instant: Date, timeZone: string) {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) parts[type] = value;
  const { month = "", day = "", hour = "", minute = "", second = "" } = parts;
  return { year: (parts.year ?? "").padStart(4, "0"), month, day, hour, minute, second };
}

/**
 * An instant in a time zone: its date as `MM/DD/YYYY`, its time of day as `h:mm AM`, and both. An invalid date is shown as one, so that
 * a single row can't break its page.
 */
export function formatInstant(
  instant: Date,
  timeZone: string,
): { date: string; time: string; dateTime: string } {
  if (Number.isNaN(+instant)) return { date: "Invalid date", time: "", dateTime: "Invalid date" };
  const { month, day, year, hour, minute } = partsIn(instant, timeZone);
  const date = `${month}/${day}/${year}`;
  const time = clockTime(hour, minute);
  return { date, time, dateTime: `${date} ${time}` };
}

/** @param minute with the seconds after it, or without */
const clockTime = (hour: string, minute: string): string =>
  `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? "AM" : "PM"}`;

/** An instant in a time zone with its seconds, as forms show it: `12/26/2026 7:30:00 PM`. */
export function formatInputDateTime(instant: Date, timeZone: string): string {
  const { month, day, year, hour, minute, second } = partsIn(instant, timeZone);
  return `${month}/${day}/${year} ${clockTime(hour, `${minute}:${second}`)}`;
}

/** An instant for people who may live elsewhere, without seconds and with the time zone: `12/26/2026 7:30 PM EST`. */
export function formatZonedDateTime(instant: Date, timeZone: string): string {
  const zone = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" })
    .formatToParts(instant)
    .find(({ type }) => type === "timeZoneName")?.value;
  return `${formatInstant(instant, timeZone).dateTime} ${zone ?? timeZone}`;
}

/** The ISO date of an instant in a time zone, `YYYY-MM-DD`. */
export function isoDateIn(instant: Date, timeZone: string): string {
  const { year, month, day } = partsIn(instant, timeZone);
  return `${year}-${month}-${day}`;
}

/** The hour of an instant in a time zone, 0 to 23. */
export const hourIn = (instant: Date, timeZone: string): number => Number(partsIn(instant, timeZone).hour);

/**
 * The time of day in UTC of an instant, a number of days later. `addDays` of date-fns steps in the zone of the process, where a day with a
 * change of the clocks has 23 or 25 hours.
 */
export const addUtcDays = (instant: Date, days: number): Date => new Date(+instant + days * DAY_MS);

/** The line of a report that says when it was created. */
export const createdOn = (now: Date, timeZone: string): string =>
  `Created on ${formatInstant(now, timeZone).dateTime} (${timeZone})`;
