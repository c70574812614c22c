import { expect, test } from "vitest";
import { pluralize } from "~/platform/text/pluralize";

test.each([
  [0, "0 prices"],
  [1, "1 price"],
  [1_234, "1,234 prices"],
])("%i with its noun is %s", (count, text) => {
  expect(pluralize(count, "price")).toBe(text);
});

test("an irregular plural is given", () => {
  expect([1, 2].map((count) => pluralize(count, "person is", "people are"))).toEqual([
    "1 person is",
    "2 people are",
  ]);
});
