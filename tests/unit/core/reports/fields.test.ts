import { expect, test } from "vitest";
import { queryFlag, reportDate } from "~/core/reports/fields";

test("a date of a report is a date, or the date of an instant in UTC", () => {
  expect(reportDate.parse("2026-11-01")).toBe("2026-11-01");
  expect(reportDate.parse("2026-11-01T23:59:59Z")).toBe("2026-11-01");
  expect(reportDate.parse("2026-11-01T23:00:00-05:00")).toBe("2026-11-02");
  for (const text of ["", "11/01/2026", "2026-02-30", "2026-11-01T25:00:00Z"])
    expect(reportDate.safeParse(text).success).toBe(false);
});

test("a checkbox of a query is true or false", () => {
  expect([queryFlag.parse("true"), queryFlag.parse("false")]).toEqual([true, false]);
  expect(queryFlag.safeParse("1").success).toBe(false);
});
