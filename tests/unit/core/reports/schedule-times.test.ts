import { expect, test } from "vitest";
import { datesBefore, nextInstant } from "~/core/reports/schedule-times";

const NEW_YORK = "America/New_York";
const next = (frequency: "daily" | "weekly" | "monthly", hour: number, after: string, zone = NEW_YORK) =>
  nextInstant({ frequency, hour }, new Date(after), zone).toISOString();

test("a schedule is due next at its hour, on the next day, Monday or first of a month", () => {
  // A Sunday, 5 AM in New York.
  const after = "2026-11-22T10:00:00Z";
  expect(next("daily", 6, after)).toBe("2026-11-22T11:00:00.000Z");
  expect(next("daily", 5, after)).toBe("2026-11-23T10:00:00.000Z");
  expect(next("weekly", 6, after)).toBe("2026-11-23T11:00:00.000Z");
  expect(next("monthly", 6, after)).toBe("2026-12-01T11:00:00.000Z");
  expect(next("monthly", 0, after, "UTC")).toBe("2026-12-01T00:00:00.000Z");
});

test("a change of the clocks keeps the hour, and moves one that doesn't exist", () => {
  expect(next("daily", 6, "2026-10-31T12:00:00Z")).toBe("2026-11-01T11:00:00.000Z");
  // On March 8 the clocks go from 2 AM to 3 AM.
  expect(next("daily", 2, "2026-03-07T12:00:00Z")).toBe("2026-03-08T07:00:00.000Z");
});

test("a scheduled report covers the last complete day, week or month", () => {
  const monday = new Date("2026-11-23T11:00:00Z");
  expect(datesBefore("daily", monday, NEW_YORK)).toEqual({ dateFrom: "2026-11-22", dateTo: "2026-11-22" });
  expect(datesBefore("weekly", monday, NEW_YORK)).toEqual({ dateFrom: "2026-11-16", dateTo: "2026-11-22" });
  expect(datesBefore("monthly", monday, NEW_YORK)).toEqual({ dateFrom: "2026-10-01", dateTo: "2026-10-31" });
  // Still November 30 in New York.
  const midnight = new Date("2026-12-01T03:00:00Z");
  expect(datesBefore("daily", midnight, NEW_YORK).dateTo).toBe("2026-11-29");
  expect(datesBefore("monthly", midnight, "UTC").dateFrom).toBe("2026-11-01");
});
