/** The customer dashboard's ranges, lines and figures. */
import { describe, expect, test } from "vitest";
import { METRIC_NAMES, metricQueries } from "~/functions/dashboard/metrics";
import { readRange } from "~/functions/dashboard/range";
import { readingOf } from "~/functions/dashboard/snapshots.server";
import { trendOf } from "~/functions/dashboard/trend";
import { chartPointsOf, dayTicks, tickLabel } from "~/functions/dashboard/ui/MetricChart";
import { formatUsDate } from "~/platform/dates/date-text";
import { addIsoDays } from "~/platform/dates/iso-date";

const TODAY = "2026-11-24";

test.each([
  ["nothing", "", "2026-10-26", TODAY],
  ["both days", "dateFrom=2026-01-01&dateTo=2026-01-31", "2026-01-01", "2026-01-31"],
  ["the first day", "dateFrom=2026-01-01", "2026-01-01", TODAY],
  ["the last day", "dateTo=2026-03-01", "2026-01-31", "2026-03-01"],
])("an address with %s is a range", (_what, search, dateFrom, dateTo) => {
  expect(readRange(new URLSearchParams(search), TODAY)).toEqual({
    range: { dateFrom, dateTo },
    problem: null,
  });
});

test.each([
  ["dateFrom=2026-02-01&dateTo=2026-01-01", "Date From is after Date To.", "2026-10-26", TODAY],
  ["dateTo=2026-11-25", "Date To is after today: 11/25/2026.", "2026-10-26", TODAY],
  ["dateFrom=2026-11-26", "Date From is after today: 11/26/2026.", "2026-10-26", TODAY],
  ["dateFrom=2026-02-30", "Date From isn't a date: 2026-02-30.", "2026-10-26", TODAY],
  ["dateFrom=soon&dateTo=2026-03-01", "Date From isn't a date: soon.", "2026-01-31", "2026-03-01"],
  ["dateFrom=x&dateTo=y", "Date From isn't a date: x. Date To isn't a date: y.", "2026-10-26", TODAY],
])("an address with %s shows other days, and says why", (search, problem, dateFrom, dateTo) => {
  const { range, problem: text } = readRange(new URLSearchParams(search), TODAY);
  expect(range).toEqual({ dateFrom, dateTo });
  const days = `The days from ${formatUsDate(dateFrom)} to ${formatUsDate(dateTo)} are shown instead.`;
  expect(text).toBe(`The address of this page has days that aren't valid. ${problem} ${days}`);
});

describe("a line", () => {
  const point = (date: string, value: number) => ({ date, value, isExact: true });
  const at = Date.parse;

  test("is interrupted where a day has no reading, and a day between two of them is a dot", () => {
    const points = chartPointsOf([
      point("2026-02-27", 5),
      point("2026-02-28", 6),
      point("2026-03-01", 7),
      point("2026-03-03", 8),
      point("2026-03-09", 9),
    ]);
    expect(points.map(({ at: time, value, isAlone }) => [time, value, isAlone])).toEqual([
      [at("2026-02-27"), 5, false],
      [at("2026-02-28"), 6, false],
      [at("2026-03-01"), 7, false],
      [at("2026-03-02"), null, false],
      [at("2026-03-03"), 8, true],
      [at("2026-03-08"), null, false],
      [at("2026-03-09"), 9, true],
    ]);
    expect(chartPointsOf([])).toEqual([]);
  });

  test.each([
    ["2026-11-24", "2026-11-24", ["2026-11-24"]],
    ["2026-11-23", "2026-11-24", ["2026-11-23", "2026-11-24"]],
    ["2026-10-26", "2026-11-24", ["2026-10-26", "2026-11-05", "2026-11-14", "2026-11-24"]],
  ])("from %s to %s has days as ticks", (dateFrom, dateTo, days) => {
    expect(dayTicks({ dateFrom, dateTo })).toEqual(days.map((day) => at(day)));
  });

  test.each([
    ["2026-10-26", "2026-11-24", "10/26"],
    ["2025-12-31", "2026-01-29", "12/31/2025"],
  ])("from %s to %s has the year at its ticks only when there are two", (dateFrom, dateTo, label) => {
    expect(tickLabel(at(dateFrom), { dateFrom, dateTo })).toBe(label);
  });
});

test("a total is exact only when Shopify says so, and without one the reading is refused", () => {
  const segments = Object.fromEntries(
    Object.keys(metricQueries("AIC")).map((name, index) => [name, { totalCount: index }]),
  );
  const read = (customersCount: unknown) => readingOf({ customersCount, ...segments } as never);
  const exact = read({ count: 12, precision: "EXACT" });
  expect(exact.isTotalExact).toBe(true);
  expect(METRIC_NAMES.map((name) => exact.figures[name])).toEqual([12, 0, 1, 2, 3, 4, 5, 6, 7]);
  expect(read({ count: 10_000, precision: "AT_LEAST" }).isTotalExact).toBe(false);
  expect(() => read(null)).toThrow("Shopify didn't return the number of customers.");
});

describe("a trend", () => {
  /** Readings of consecutive days that end on a day, from their differences. */
  const readings = (lastDay: string, gained: readonly number[]) =>
    gained.map((_value, index) => ({
      date: addIsoDays(lastDay, index + 1 - gained.length),
      value: 1_000 + gained.slice(0, index + 1).reduce((sum, value) => sum + value, 0),
      isExact: true,
    }));
  /** 8 weeks with 3 to 6 more customers a day, the first of them without a day before. */
  const usual = Array.from({ length: 57 }, (_, index) => 3 + (index % 4));
  const LAST = { dateFrom: TODAY, dateTo: TODAY };

  test("marks a day that is far from the last 8 on the same day of the week, and none before there are 8", () => {
    const marked = (gained: readonly number[]) => trendOf(readings(TODAY, gained), LAST).days[0];
    // The median of 3, 6, 5, 4, 3, 6, 5, 4 is 4.5, and their deviation from it 1.
    expect(marked([...usual.slice(1), 9])).toMatchObject({ gained: 9, usual: null });
    expect(marked([...usual, 8])).toMatchObject({ gained: 8, usual: null });
    expect(marked([...usual, 9])).toMatchObject({ gained: 9, usual: { from: 0.5, to: 8.5 } });
    expect(marked([...usual, 0])).toMatchObject({ gained: 0, usual: { from: 0.5, to: 8.5 } });
  });

  test("marks no difference of a few customers where each week is alike", () => {
    const alike = Array(57).fill(1);
    const marked = (last: number) => trendOf(readings(TODAY, [...alike, last]), LAST).days[0];
    expect(marked(5)).toMatchObject({ gained: 5, usual: null });
    expect(marked(6)).toMatchObject({ gained: 6, usual: { from: -3, to: 5 } });
  });

  test("compares a range with as many days before it", () => {
    const week = { dateFrom: "2026-11-18", dateTo: TODAY };
    const shown = trendOf(readings(TODAY, [0, ...Array(7).fill(2), ...Array(7).fill(5)]), week);
    expect(shown.days.map(({ date }) => date)).toEqual(
      Array.from({ length: 7 }, (_, index) => addIsoDays("2026-11-18", index)),
    );
    expect(shown).toMatchObject({ now: 1_049, before: 1_014, gained: 35, gainedBefore: 14 });
  });

  test("has no difference to a day without a reading, and none of a lower bound", () => {
    const [first, missing, third, bound] = readings(TODAY, [1, 2, 3, 4]);
    if (!first || !missing || !third || !bound) throw new Error("Four readings are needed.");
    const range = { dateFrom: first.date, dateTo: TODAY };
    const shown = trendOf([first, third, { ...bound, isExact: false }], range);
    expect(shown.days.map(({ gained }) => gained)).toEqual([null, null, null]);
    expect(shown).toMatchObject({ before: null, gained: null, gainedBefore: null });
  });
});
