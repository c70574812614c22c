import { expect, test } from "vitest";
import { formatMoney, writtenCents } from "~/platform/money";

test.each([
  ["12.34", 1234],
  ["0.1", 10],
  [" 7 ", 700],
  ["007.50", 750],
  [12.3, 1230],
  [0.07, 7],
  ["999999999999.99", 99_999_999_999_999],
])("%j is a whole number of cents", (written, cents) => {
  expect(writtenCents(written)).toBe(cents);
});

test.each([
  ["-1"],
  [-1],
  ["NaN"],
  [Number.NaN],
  ["1e3"],
  ["1,000.00"],
  [0.001],
  ["0.001"],
  [1e308],
  [[5]],
  [["5.00"]],
  [0],
  ["0.00"],
  [""],
  ["$5"],
  ["5."],
  [".5"],
  ["٣"],
  [null],
  [undefined],
  [true],
  [0.1 + 0.2],
])("%j is no amount", (written) => {
  expect(writtenCents(written)).toBeNull();
});

test("every amount of cents comes back as it was written", () => {
  for (let cents = 1; cents < 100_000; cents += 7) {
    const written = formatMoney(cents, "USD").replace(/[$,]/g, "");
    expect(writtenCents(written)).toBe(cents);
  }
});
