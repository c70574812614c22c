import { expect, test } from "vitest";
import { estimateEnd } from "~/functions/bulkprice/send-prices.server";

const SECOND = 1_000;
const batch = (at: number, products: number, tagged = 0) => ({ at: at * SECOND, products, tagged });

test("a batch takes 10 points for each product and tag, and 1 % is read again", () => {
  // 1,000 products cost 10,000 points and 100 for reading, 500 tags 5,000. 16 seconds are saved up.
  expect(estimateEnd([batch(100, 1_000)], 100)).toBe((100 + 101 - 16) * SECOND);
  expect(estimateEnd([batch(100, 1_000, 500)], 100)).toBe((100 + 151 - 16) * SECOND);
});

test("a batch within the points that are saved up is set at its moment", () => {
  expect(estimateEnd([batch(100, 50)], 100)).toBe(100 * SECOND);
});

test("a batch waits for an earlier one, and finds what was saved up since its end", () => {
  const first = 100 + 101 - 16;
  expect(estimateEnd([batch(120, 1_000), batch(100, 1_000)], 100)).toBe((first + 101) * SECOND);
  expect(estimateEnd([batch(100, 1_000), batch(first + 6, 1_000)], 100)).toBe((first + 6 + 101 - 6) * SECOND);
  expect(estimateEnd([batch(100, 1_000), batch(9_000, 1_000)], 100)).toBe((9_000 + 101 - 16) * SECOND);
});
