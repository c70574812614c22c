import { TZDate } from "@date-fns/tz";
import { formatUsDate } from "~/platform/dates/us-date";
import type { ReportDeclaration, ReportPeriod } from "./report-declaration.server";
import type { ReportInput } from "./run-data";
import type { ReportDates } from "./schedule-times";

/** The time zone of a report's days. A report without dates has that of the shop. */
export const zoneOf = (
  { days }: Pick<ReportDeclaration<never>, "days">,
  shop: { timeZone: string },
): string => (days?.zone === "UTC" ? "UTC" : shop.timeZone);

/** Dates as instants of a time zone. */
export function periodOf({ dateFrom, dateTo }: ReportDates, timeZone: string): ReportPeriod {
  return { dateFrom, dateTo, start: startOf(dateFrom, 0, timeZone), end: startOf(dateTo, 1, timeZone) };
}

function startOf(isoDate: string, daysLater: number, timeZone: string): Date {
  const [year, month, day] = isoDate.split("-").map(Number) as [number, number, number];
  return new Date(+new TZDate(year, month - 1, day + daysLater, timeZone));
}

/** Dates and options in words: "11/01/2026 to 11/30/2026, Bundle Report". */
export const describeInput = (kind: ReportDeclaration<unknown>, { dates, options }: ReportInput): string =>
  [dates && datesText(dates), optionsText(kind, options)].filter(Boolean).join(", ");

/** The options in words. Empty for none, and for options that an earlier version stored. */
export function optionsText(kind: ReportDeclaration<unknown>, options: unknown): string {
  const parsed = kind.options.safeParse(options);
  return parsed.success ? kind.describeOptions(parsed.data) : "";
}

const datesText = ({ dateFrom, dateTo }: ReportDates): string =>
  dateFrom === dateTo ? formatUsDate(dateFrom) : `${formatUsDate(dateFrom)} to ${formatUsDate(dateTo)}`;
