import { AFTER_TODAY, FROM_AFTER_TO } from "~/core/reports/messages";
import { parseStoredDate } from "~/platform/dates/date-text";
import { addIsoDays } from "~/platform/dates/iso-date";

/** The first and the last day, YYYY-MM-DD in the shop's time zone. */
export interface DateRange {
  dateFrom: string;
  dateTo: string;
}

const DEFAULT_DAYS = 30;

/** The last 30 days, today included. With an end, the 30 days until then. */
export const defaultRange = (
  today: string,
  { dateFrom, dateTo = today }: Partial<DateRange> = {},
): DateRange => ({
  dateFrom: dateFrom ?? addIsoDays(dateTo, 1 - DEFAULT_DAYS),
  dateTo,
});

/**
 * What is wrong with a range, by field. Empty when nothing is.
 * @param changed the day that was changed last. It has the error when both days are valid but out of order
 */
export function rangeProblems(
  { dateFrom, dateTo }: DateRange,
  today: string,
  changed: keyof DateRange = "dateFrom",
): Partial<DateRange> {
  if (dateTo > today) return { dateTo: AFTER_TODAY };
  if (dateFrom > dateTo) return { [changed]: FROM_AFTER_TO };
  return {};
}

/** The range of an address. One that isn't valid is the default. */
export function readRange(parameters: URLSearchParams, today: string): DateRange {
  const day = (name: keyof DateRange) => parseStoredDate(parameters.get(name) ?? "") ?? undefined;
  const range = defaultRange(today, { dateFrom: day("dateFrom"), dateTo: day("dateTo") });
  return Object.keys(rangeProblems(range, today)).length === 0 ? range : defaultRange(today);
}
