import { expect, test } from "vitest";
import { cents, sumCents } from "~/platform/money/cents";
import {
  decimalsOf,
  parseAmount,
  parseDecimal,
  TooManyDecimals,
  toDecimalString,
  toUnits,
} from "~/platform/money/decimal";
import { formatMoney, formatSigned } from "~/platform/money/format-money";
import { seededRandom } from "../../../../local-store/faults/seeded-random.ts";

test.each([
  ["0", "USD", 0],
  ["0.0", "USD", 0],
  ["-0.00", "USD", 0],
  ["12.5", "USD", 1_250],
  ["12.05", "USD", 1_205],
  ["12.0500", "USD", 1_205],
  ["-3.00", "USD", -300],
  ["-0.01", "USD", -1],
  [" 7.10 ", "USD", 710],
  ["90071992547409.91", "USD", 9_007_199_254_740_991],
  ["1200", "JPY", 1_200],
  ["1200.0", "JPY", 1_200],
  ["1.234", "KWD", 1_234],
  ["-0.001", "BHD", -1],
])("%s %s is %i cents", (amount, currency, expected) => {
  expect(parseDecimal(amount, currency)).toBe(expected);
});

test.each(["", "x", "1,50", "1.", ".5", "+1", "1e3", "NaN", "--1", "1.2.3", "$1"])(
  "%j isn't an amount",
  (amount) => {
    expect(() => parseDecimal(amount, "USD")).toThrow("is not an amount of money");
  },
);

test.each([
  ["1.239", "USD", 123, 124],
  ["1.2349", "USD", 123, 123],
  ["0.995", "USD", 99, 100],
  ["-0.005", "USD", 0, -1],
  ["1.5", "JPY", 1, 2],
  ["1.2345", "KWD", 1_234, 1_235],
])(
  "%s %s has too many decimals: refused, unless the caller truncates or rounds",
  (amount, currency, truncated, rounded) => {
    expect(() => parseDecimal(amount, currency)).toThrow(TooManyDecimals);
    expect(parseDecimal(amount, currency, "truncate")).toBe(truncated);
    expect(parseDecimal(amount, currency, "round")).toBe(rounded);
  },
);

test("what a number can't count exactly isn't an amount", () => {
  expect(() => parseDecimal("90071992547409.92", "USD")).toThrow(RangeError);
  expect(() => cents(0.5)).toThrow(RangeError);
  expect(() => sumCents([cents(Number.MAX_SAFE_INTEGER), cents(1)])).toThrow(RangeError);
});

test.each([
  ["JPY", 0],
  ["USD", 2],
  ["KWD", 3],
  ["BHD", 3],
])("%s has %i decimals, and 100,000 amounts come back from each form", (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
  const random = seededRandom(decimals + 1);
  let off = 0;
  for (let index = 0; index < 100_000; index += 1) {
    const amount = cents(Math.floor(random() * 10 ** (1 + (index % 12))) + 1);
    const text = toDecimalString(amount, currency);
    if (
      parseDecimal(text, currency) !== amount ||
      parseDecimal(`-${text}`, currency) !== -amount ||
      parseAmount(text, currency) !== amount ||
      Math.round(toUnits(amount, currency) * 10 ** decimals) !== amount
    )
      off += 1;
  }
  expect(off).toBe(0);
});

test("formats an amount", () => {
  expect(formatMoney(cents(120_450), "USD")).toBe("$1,204.50");
  expect(formatMoney(cents(-5), "EUR")).toBe("-€0.05");
  expect(formatMoney(cents(1_200), "JPY")).toBe("¥1,200");
  expect(formatMoney(cents(1_234), "KWD")).toBe("KWD\u00a01.234");
  expect(formatSigned(cents(-1_234), "KWD")).toBe("-KWD\u00a01.234");
});
