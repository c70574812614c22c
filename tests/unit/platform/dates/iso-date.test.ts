import { addDays, format, isValid, parse } from "date-fns";
import { expect, test } from "vitest";
import { addIsoMonths, utcIsoMonth } from "~/platform/dates/date-text";
import { addIsoDays, daysBetween, isoDateOf, weekdayOf } from "~/platform/dates/iso-date";

test("the calendar equals that of date-fns", () => {
  for (const year of [1, 99, 1000, 1900, 1999, 2000, 2023, 2024, 2100, 9999])
    for (let month = 0; month <= 13; month += 1)
      for (let day = 0; day <= 32; day += 1) {
        const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
        const expected = isValid(parse(text, "yyyy-MM-dd", new Date(0))) ? text : null;
        expect(isoDateOf(year, month, day)).toBe(expected);
      }
});

test("days are added and counted across daylight saving changes", () => {
  for (let days = -800; days <= 800; days += 1) {
    const date = addIsoDays("2026-03-08", days);
    expect(date).toBe(format(addDays(new Date("2026-03-08T12:00"), days), "yyyy-MM-dd"));
    expect(daysBetween("2026-03-08", date)).toBe(days);
  }
});

test("a month before or after another may be of another year", () => {
  expect(utcIsoMonth(new Date("2026-01-31T23:59:59Z"))).toBe("2026-01");
  expect(addIsoMonths("2026-03", -4)).toBe("2025-11");
  expect(addIsoMonths("2026-12", 1)).toBe("2027-01");
});

test("a weekday is that of the date, in any time zone", () => {
  expect(["2026-11-22", "2026-11-23", "2026-11-28"].map(weekdayOf)).toEqual([0, 1, 6]);
});
