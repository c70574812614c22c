import { addIsoDays, weekdayOf } from "~/platform/dates/iso-date";

const LONGEST_MONTH = 31;

/** The weeks of a month, `YYYY-MM`, from Sunday to Saturday: days as `YYYY-MM-DD`, and null for those of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const daysOfMonth = Array.from({ length: LONGEST_MONTH }, (_, index) => addIsoDays(first, index)).filter(
    (day) => day.startsWith(month),
  );
  const days = [...Array.from({ length: weekdayOf(first) }, () => null), ...daysOfMonth];
  const weeks: (string | null)[][] = [];
  for (let start = 0; start < days.length; start += 7)
    weeks.push(Array.from({ length: 7 }, (_, index) => days[start + index] ?? null));
  return weeks;
}
