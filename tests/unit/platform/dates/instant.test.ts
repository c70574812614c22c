import { TZDate } from "@date-fns/tz";
import { format } from "date-fns";
import { expect, test } from "vitest";
import { clockOf, clockText, parseInputDateTime } from "~/platform/dates/input-date-time";
import { formatInputDateTime, formatInstant, hourIn, isoDateIn } from "~/platform/dates/instant";

const ZONES = ["America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];

const HOUR = 3_600_000;

test.each([
  ["at all hours of a year", Date.UTC(2026, 0, 1, 0, 7, 9), Date.UTC(2027, 0, 1), 29 * HOUR],
  ["around the end of New York's summer time", Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 2), HOUR / 30],
  ["around the end of Lord Howe's summer time", Date.UTC(2026, 3, 4), Date.UTC(2026, 3, 5), HOUR / 30],
  ["before and after 1973", Date.UTC(1971, 0, 1, 0, 7, 9), Date.UTC(1975, 0, 1), 97 * HOUR],
])("an instant is formatted in its time zone, %s", (_when, from, until, step) => {
  for (const zone of ZONES)
    for (let at = from; at < until; at += step) {
      const [instant, there] = [new Date(at), new TZDate(at, zone)];
      expect(formatInstant(instant, zone).dateTime).toBe(format(there, "MM/dd/yyyy h:mm a"));
      expect(formatInputDateTime(instant, zone)).toBe(format(there, "MM/dd/yyyy h:mm:ss a"));
      expect(isoDateIn(instant, zone)).toBe(format(there, "yyyy-MM-dd"));
      expect(hourIn(instant, zone)).toBe(there.getHours());
    }
});

test("a time field has a form's time of day", () => {
  const clocks = ["12:00:00 AM", "9:05:00 AM", "12:30:59 PM", "7:30:00 PM"];
  expect(clocks.map(clockOf)).toEqual(["00:00:00", "09:05:00", "12:30:59", "19:30:00"]);
  expect(clocks.map(clockOf).map(clockText)).toEqual(clocks);
  expect(["19:30", "7:30 pm", "soon", ""].map(clockOf)).toEqual(["19:30:00", "19:30:00", "", ""]);
  expect(clockText("19:30")).toBe("7:30:00 PM");
});

test("a form's text is parsed as the same instant", () => {
  for (const zone of ZONES)
    for (let hour = 0; hour < 24; hour += 1) {
      const instant = new Date(Date.UTC(2026, 5, 15, hour, 30, 59));
      expect(parseInputDateTime(formatInputDateTime(instant, zone), zone)).toEqual(instant);
    }
});

test.each([
  ["06/15/2026 7:30 PM", "2026-06-15T23:30:00.000Z"],
  ["06/15/2026 19:30", "2026-06-15T23:30:00.000Z"],
  ["06/15/2026", "2026-06-15T04:00:00.000Z"],
  ["2026-06-15T10:00:00+02:00", "2026-06-15T08:00:00.000Z"],
  ["06/31/2026", undefined],
  ["2026-06-15T10:00:00", undefined],
  ["01/01/0999", undefined],
  ["03/14/2027 2:30:00 AM", undefined],
  ["03/14/2027 02:30", undefined],
  ["03/14/2027 3:30 AM", "2027-03-14T07:30:00.000Z"],
  ["soon", undefined],
])("%j in New York is %s", (text, instant) => {
  expect(parseInputDateTime(text, "America/New_York")?.toISOString()).toBe(instant);
});

test("a time is refused where the clocks skip half an hour", () => {
  expect(parseInputDateTime("10/03/2027 2:15 AM", "Australia/Lord_Howe")).toBeNull();
});

test("a date alone begins at its first moment where the clocks skip midnight", () => {
  expect(parseInputDateTime("09/05/2027", "America/Santiago")?.toISOString()).toBe(
    "2027-09-05T04:00:00.000Z",
  );
});
