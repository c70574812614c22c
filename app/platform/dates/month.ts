/** The month of an instant in UTC, `YYYY-MM`. */
export const utcIsoMonth = (instant: Date): string => instant.toISOString().slice(0, 7);

/** The month a number of months after another; before it when `months` is negative. */
export function addIsoMonths(isoMonth: string, months: number): string {
  const first = new Date(`${isoMonth}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return utcIsoMonth(first);
}

const MONTH = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/** A month `YYYY-MM` as people read it: "Nov 2026". */
export const formatMonth = (isoMonth: string): string => MONTH.format(new Date(`${isoMonth}-01T00:00:00Z`));
