import { parseStoredDate } from "./date-text";
import { utcIsoDate } from "./iso-date";

/** The days of the filter as the address and the fields have them: YYYY-MM-DD in UTC, or empty. */
export interface FilterDays {
  start: string;
  end: string;
}

/** Reads `date_from` and `date_to` of the page's address. A value that isn't a date doesn't narrow. */
export function readFilterDays(parameters: URLSearchParams): FilterDays {
  const day = (name: string) => {
    const text = parameters.get(name) ?? "";
    return parseStoredDate(text) === text ? text : "";
  };
  return { start: day("date_from"), end: day("date_to") };
}

/** The days as calls take them: from the first to the last second. */
export const instantsOf = ({ start, end }: FilterDays) => ({
  date_from: start ? `${start}T00:00:00Z` : undefined,
  date_to: end ? `${end}T23:59:59Z` : undefined,
});

/** What is wrong with the days. Null when they can be searched. */
export function problemOf({ start, end }: FilterDays, now: Date): string | null {
  const today = utcIsoDate(now);
  if (start > today || end > today) return "The date must be today (UTC) or before.";
  return orderProblemOf({ start, end });
}

/** What is wrong with the order of days that may be in the future. */
export const orderProblemOf = ({ start, end }: FilterDays): string | null =>
  start && end && start > end ? "The start date is after the end date." : null;
