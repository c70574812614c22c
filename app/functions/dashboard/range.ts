import { AFTER_TODAY, FROM_AFTER_TO } from "~/core/reports/messages";
import type { TabPermission } from "~/platform/auth/permission";
import { formatUsDate, parseStoredDate } from "~/platform/dates/date-text";
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

/** What the fields are called on the page. */
const LABELS: Record<keyof DateRange, string> = { dateFrom: "Date From", dateTo: "Date To" };

const FIELDS = ["dateFrom", "dateTo"] as const;

const MAX_QUOTED_LENGTH = 20;

/** The range of an address. One that isn't valid is the default. @returns also what isn't valid, or null */
export function readRange(
  parameters: URLSearchParams,
  today: string,
): { range: DateRange; problem: string | null } {
  const days: Partial<DateRange> = {};
  const problems: string[] = [];
  for (const field of FIELDS) {
    const text = parameters.get(field);
    if (!text) continue;
    const day = parseStoredDate(text);
    if (day) days[field] = day;
    if (!day) problems.push(`${LABELS[field]} isn't a date: ${text.slice(0, MAX_QUOTED_LENGTH)}.`);
    else if (day > today) problems.push(`${LABELS[field]} is after today: ${formatUsDate(day)}.`);
  }
  const chosen = defaultRange(today, days);
  const isValid = Object.keys(rangeProblems(chosen, today)).length === 0;
  const range = isValid ? chosen : defaultRange(today);
  if (!isValid && problems.length === 0) problems.push("Date From is after Date To.");
  return { range, problem: problems.length > 0 ? invalidAddress(problems, range) : null };
}

const invalidAddress = (problems: readonly string[], { dateFrom, dateTo }: DateRange) =>
  `The address of this page has days that aren't valid. ${problems.join(" ")} The days from ${formatUsDate(dateFrom)} to ${formatUsDate(dateTo)} are shown instead.`;

/** The longest note on a day. */
export const MAX_NOTE = 200;

/** The id of the page's only tab. */
export const CUSTOMERS_TAB = "Customers";

/** What the tab shows. */
export const customersTab: TabPermission = { flag: "showDashboard", tabs: [CUSTOMERS_TAB] };

/** What open pages listen to. */
export const SNAPSHOTS = "dashboard-customers";
