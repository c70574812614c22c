import { expect, test } from "vitest";
import { cents } from "~/platform/money/cents";
import { parseAmount, parseAmountOrZero } from "~/platform/money/decimal";
import { formatDecimal, formatMoney } from "~/platform/money/format-money";

test.each([
  ["12.34", 1234],
  ["0.1", 10],
  [" 7 ", 700],
  ["007.50", 750],
  [12.3, 1230],
  [0.07, 7],
  ["999999999999.99", 99_999_999_999_999],
])("%j is a whole number of cents", (written, amount) => {
  expect(parseAmount(written, "USD")).toBe(amount);
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
])("%j isn't an amount", (written) => {
  expect(parseAmount(written, "USD")).toBeNull();
});

test("every amount of cents is parsed from its formatted text", () => {
  for (let amount = 1; amount < 100_000; amount += 7) {
    const written = formatMoney(cents(amount), "USD").replace(/[$,]/g, "");
    expect(parseAmount(written, "USD")).toBe(amount);
  }
});

test.each([
  ["12", "JPY", 12],
  ["12.0", "JPY", null],
  ["12.5", "JPY", null],
  ["0.001", "KWD", 1],
  ["12.5", "KWD", 12_500],
  ["0.0001", "KWD", null],
  ["0.001", "USD", null],
])("%j in %s is %s", (written, currency, amount) => {
  expect(parseAmount(written, currency)).toBe(amount);
});

test("zero is an amount only where the caller says so", () => {
  expect([parseAmount("0.00", "USD"), parseAmountOrZero("0.00", "USD")]).toEqual([null, 0]);
});

test("a stored amount is written in the shop's currency, and another text is unchanged", () => {
  expect(["EUR", "JPY", "KWD"].map((currency) => formatDecimal("9500", currency))).toEqual([
    "€9,500.00",
    "¥9,500",
    "KWD\u00a09,500.000",
  ]);
  expect([472, "472.5", "", "none"].map((amount) => formatDecimal(amount, "USD"))).toEqual([
    "$472.00",
    "$472.50",
    "",
    "none",
  ]);
});
