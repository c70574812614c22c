import { expect, test } from "vitest";
import {
  formatInputDate,
  isDateText,
  parseStoredDate,
  toIsoDate,
  toSearchDate,
} from "~/platform/dates/date-text";

test.each([
  ["06/30/2026", "2026-06-30"],
  [" 2026-06-30 ", "2026-06-30"],
  ["02/29/2024", "2024-02-29"],
])("%j is the date %s", (text, date) => {
  expect([isDateText(text), toIsoDate(text)]).toEqual([true, date]);
});

test.each(["02/29/2023", "2026-13-01", "00/01/2026", "01/01/0000", "6/30/2026", "30.06.2026", "soon", ""])(
  "%j isn't a date, and stays as it is",
  (text) => {
    expect([isDateText(text), toIsoDate(text), parseStoredDate(text)]).toEqual([false, text, null]);
  },
);

test("a stored date may have a time, and is of the year 1000 or later", () => {
  expect(parseStoredDate("2026-06-30T00:00:00Z")).toBe("2026-06-30");
  expect(parseStoredDate("06/30/2026 12:00")).toBe("2026-06-30");
  expect(parseStoredDate("0999-12-31")).toBeNull();
});

test("a form shows MM/DD/YYYY, or the caller's text for a missing date", () => {
  expect(formatInputDate("2026-06-30T00:00:00Z")).toBe("06/30/2026");
  expect(formatInputDate(" soon ")).toBe("soon");
  expect(["", " ", "undefined"].map((text) => formatInputDate(text, "today"))).toEqual(
    Array(3).fill("today"),
  );
});

test("a date search is DD-MM-YYYY", () => {
  expect(toSearchDate("2026-06-30")).toBe("30-06-2026");
});
