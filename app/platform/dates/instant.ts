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

/** Put together from parts: the separators between them differ between versions of ICU, so server and browser could disagree. */
function partsIn(instant: Date, timeZone: string) {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) parts[type] = value;
  const { month, day, hour, minute, second } = parts;
  return { year: (parts.year ?? "").padStart(4, "0"), month, day, hour, minute, second };
}

/**
 * An instant in a time zone: its date as `MM/DD/YYYY`, and with the time of day as `MM/DD/YYYY HH:mm`. An invalid date is shown as
 * one, so that a single row can't break its page.
 */
export function formatInstant(instant: Date, timeZone: string): { date: string; dateTime: string } {
  if (Number.isNaN(+instant)) return { date: "Invalid date", dateTime: "Invalid date" };
  const { month, day, year, hour, minute } = partsIn(instant, timeZone);
  const date = `${month}/${day}/${year}`;
  return { date, dateTime: `${date} ${hour}:${minute}` };
}

/** An instant in a time zone with its seconds, as forms show it: `12/26/2026 7:30:00 PM`. */
export function formatInputDateTime(instant: Date, timeZone: string): string {
  const { month, day, year, hour, minute, second } = partsIn(instant, timeZone);
  const hours = Number(hour);
  return `${month}/${day}/${year} ${hours % 12 || 12}:${minute}:${second} ${hours < 12 ? "AM" : "PM"}`;
}

/** An instant for people who may live elsewhere, without seconds and with the time zone: `12/26/2026 7:30 PM EST`. */
export function formatZonedDateTime(instant: Date, timeZone: string): string {
  const { month, day, year, hour, minute } = partsIn(instant, timeZone);
  const hours = Number(hour);
  const zone = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" })
    .formatToParts(instant)
    .find(({ type }) => type === "timeZoneName")?.value;
  return `${month}/${day}/${year} ${hours % 12 || 12}:${minute} ${hours < 12 ? "AM" : "PM"} ${zone ?? timeZone}`;
}

/** The ISO date of an instant in a time zone, `YYYY-MM-DD`. */
export function isoDateIn(instant: Date, timeZone: string): string {
  const { year, month, day } = partsIn(instant, timeZone);
  return `${year}-${month}-${day}`;
}

/** The hour of an instant in a time zone, 0 to 23. */
export const hourIn = (instant: Date, timeZone: string): number => Number(partsIn(instant, timeZone).hour);
