import { expect, test } from "vitest";
import { weeksOf } from "~/functions/bulkprice/states";

test("the weeks of a month have its days and nothing of its neighbors", () => {
  const weeks = weeksOf("2024-02");
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
  expect(weeks[0]).toEqual([null, null, null, null, "2024-02-01", "2024-02-02", "2024-02-03"]);
  expect(weeks[4]).toEqual([
    "2024-02-25",
    "2024-02-26",
    "2024-02-27",
    "2024-02-28",
    "2024-02-29",
    null,
    null,
  ]);
  expect(weeksOf("2026-02")).toHaveLength(4);
  expect(weeksOf("9999-12").flat().filter(Boolean)).toHaveLength(31);
});
