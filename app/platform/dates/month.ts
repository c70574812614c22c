/** The month of an instant in UTC, `YYYY-MM`; of an earlier month with `monthsBack`. */
export const utcIsoMonth = (instant: Date, monthsBack = 0): string =>
  new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() - monthsBack, 1))
    .toISOString()
    .slice(0, 7);

const MONTH = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/** A month `YYYY-MM` as people read it: "Nov 2026". */
export const formatMonth = (isoMonth: string): string => MONTH.format(new Date(`${isoMonth}-01T00:00:00Z`));
