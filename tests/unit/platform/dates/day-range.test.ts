import { expect, test } from "vitest";
import { parseSearchDate } from "~/platform/dates/day-range";

const hours = (text: string, zone: string) => {
  const day = parseSearchDate(text, zone);
  return day && [day.start.toISOString(), (day.end.getTime() - day.start.getTime()) / 3_600_000];
};

test.each([
  ["an ordinary day in New York", "15-06-2026", "America/New_York", "2026-06-15T04:00:00.000Z", 24],
  ["a winter day in New York", "15-01-2026", "America/New_York", "2026-01-15T05:00:00.000Z", 24],
  ["New York's clocks go forward", "08-03-2026", "America/New_York", "2026-03-08T05:00:00.000Z", 23],
  ["New York's clocks go back", "01-11-2026", "America/New_York", "2026-11-01T04:00:00.000Z", 25],
  ["Berlin's clocks go forward", "29-03-2026", "Europe/Berlin", "2026-03-28T23:00:00.000Z", 23],
  ["Berlin's clocks go back", "25-10-2026", "Europe/Berlin", "2026-10-24T22:00:00.000Z", 25],
  ["half an hour beside the others", "01-05-2026", "Asia/Kolkata", "2026-04-30T18:30:00.000Z", 24],
  ["the last day of a year", "31-12-2026", "Europe/Berlin", "2026-12-30T23:00:00.000Z", 24],
  ["a leap day", "29-02-2024", "UTC", "2024-02-29T00:00:00.000Z", 24],
  // Midnight does not exist there on that day: the day begins at one o'clock.
  ["a day that begins at one", "06-09-2026", "America/Santiago", "2026-09-06T04:00:00.000Z", 23],
])("%s", (_what, text, zone, start, length) => {
  expect(hours(text, zone)).toEqual([start, length]);
});

test.each([
  "31-02-2026",
  "29-02-2023",
  "00-01-2026",
  "01-13-2026",
  "1-1-2026",
  "2026-01-01",
  "01/01/2026",
  "26-12-0021",
  "31-12-0999",
  "",
  "x",
])("%j isn't a day", (text) => {
  expect(parseSearchDate(text, "America/New_York")).toBeNull();
});

test("each day ends where the next one begins, through a whole year", () => {
  for (const zone of ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe"]) {
    let end: string | undefined;
    for (
      let date = new Date(Date.UTC(2026, 0, 1));
      date.getUTCFullYear() === 2026;
      date = new Date(+date + 86_400_000)
    ) {
      const [year, month, day] = date.toISOString().slice(0, 10).split("-");
      const found = parseSearchDate(`${day}-${month}-${year}`, zone);
      if (end) expect(found?.start.toISOString(), `${zone} ${date.toISOString()}`).toBe(end);
      end = found?.end.toISOString();
    }
  }
});
