import { expect, test } from "vitest";
import { limitRows } from "~/core/reports/list-reports.server";

async function* batches(...sizes: number[]) {
  let row = 0;
  for (const size of sizes) yield Array.from({ length: size }, () => [++row]);
}

async function rowsOf(limit: number, ...sizes: number[]) {
  const rows: unknown[] = [];
  for await (const batch of limitRows(batches(...sizes), limit, (count) => [`${count} more`]))
    rows.push(...batch.map(([cell]) => cell));
  return rows;
}

test("rows that fit are all there", async () => {
  expect(await rowsOf(4, 1, 2)).toEqual([1, 2, 3]);
  expect(await rowsOf(4)).toEqual([]);
});

test("what doesn't fit is counted in the last row", async () => {
  expect(await rowsOf(4, 2, 3, 2)).toEqual([1, 2, 3, "4 more"]);
  expect(await rowsOf(4, 3, 1)).toEqual([1, 2, 3, "1 more"]);
});
