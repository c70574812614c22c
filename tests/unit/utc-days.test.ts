/** Days in UTC, in a process whose time zone has summer time. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { filterLines } from "~/domain/ledger/transaction-filter";
import { dayAfter } from "~/functions/credits/fields";
import { dateTo } from "~/platform/dates/date-bounds";
import { addUtcDays } from "~/platform/dates/instant";

const SUNDAY = new Date("2026-11-01T00:00:00Z");
const MONDAY = new Date("2026-11-02T00:00:00Z");

// There, November 1 has 25 hours.
beforeAll(() => void vi.stubEnv("TZ", "America/New_York"));
afterAll(() => void vi.unstubAllEnvs());

test("a day is 24 hours long", () => {
  expect(SUNDAY.getTimezoneOffset()).not.toBe(MONDAY.getTimezoneOffset());
  expect(addUtcDays(SUNDAY, 1)).toEqual(MONDAY);
  expect(addUtcDays(MONDAY, -1)).toEqual(SUNDAY);
});

test("a filter's last day and the day on which a credit expires end at midnight", () => {
  expect(dateTo.parse("2026-11-01")).toEqual(MONDAY);
  expect(dayAfter(SUNDAY)).toEqual(MONDAY);
  expect(filterLines({ until: MONDAY }, "USD")).toEqual(["To 11/01/2026 (UTC)"]);
});
