const MONTH = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/** A month as people read it: "Nov 2026". @param month YYYY-MM */
export const monthName = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));
