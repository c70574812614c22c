import { describe, expect, it } from "vitest";
import { expiryOf, newEndProblem, yearAfter } from "~/domain/registrations/expiry/expiry";
import { parseStoredDate } from "~/platform/dates/date-text";
import { isoDateIn } from "~/platform/dates/instant";

describe("a registration's end", () => {
  it.each([
    ["2026-06-30", "2026-07-01", "Expired 06/30/2026"],
    ["2026-06-30", "2026-06-30", "Ends today"],
    ["2026-06-30", "2026-06-29", "Ends tomorrow"],
    ["2026-06-30", "2026-06-23", "Ends in 7 days"],
    ["2026-03-30", "2026-03-27", "Ends in 3 days"],
    ["2026-06-30", "2026-05-31", "Ends in 30 days"],
    ["2026-06-30", "2026-05-30", undefined],
    [null, "2026-05-30", undefined],
  ])("%s, on %s, reads: %s", (end, today, text) => {
    expect(expiryOf(end, today)?.text).toBe(text);
  });

  it.each([
    ["2026-06-30", "2026-06-30"],
    ["06/30/2026", "2026-06-30"],
    ["2026-06-30T00:00:00Z", "2026-06-30"],
    [" 2026-06-30 ", "2026-06-30"],
    ["2026-02-31", null],
    ["0000-01-01", null],
    ["undefined", null],
    ["", null],
  ])("is read from %j as %s", (text, day) => {
    expect(parseStoredDate(text)).toBe(day);
  });

  it("is a year later, and February 28 for February 29", () => {
    expect(yearAfter("2026-06-30")).toBe("2027-06-30");
    expect(yearAfter("2028-02-29")).toBe("2029-02-28");
  });

  it("can only be moved to a day after today", () => {
    expect(newEndProblem("06/30/2027", "2026-06-30")).toBeUndefined();
    expect(newEndProblem("06/30/2026", "2026-06-30")).toBe("Enter a day after today.");
    expect(newEndProblem("soon", "2026-06-30")).toBe("Enter a date as MM/DD/YYYY.");
  });
});

it("days are in the shop's time zone", () => {
  const instant = new Date("2026-07-01T02:30:00Z");
  expect(isoDateIn(instant, "America/New_York")).toBe("2026-06-30");
  expect(isoDateIn(instant, "Europe/Berlin")).toBe("2026-07-01");
});
