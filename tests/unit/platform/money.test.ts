import { expect, test } from "vitest";
import { centsOf, formatMoney, unitProblem } from "~/platform/money";

test.each([
  ["0", 0],
  ["0.0", 0],
  ["12.5", 1_250],
  ["12.05", 1_205],
  ["-3.00", -300],
  ["-0.01", -1],
  [" 7.10 ", 710],
  ["1.239", 123],
  ["90071992547409.91", 9_007_199_254_740_991],
])("%s is %i cents", (amount, cents) => {
  expect(centsOf(amount)).toBe(cents);
});

test.each(["", "x", "1,50", "1.", ".5", "+1", "1e3", "NaN", "--1", "1.2.3", "$1"])(
  "%j is no amount",
  (amount) => {
    expect(() => centsOf(amount)).toThrow("is not an amount of money");
  },
);

test("no cent is lost in any of 100,000 amounts", () => {
  for (let cents = 0; cents < 100_000; cents += 1) {
    const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
    if (centsOf(text) !== cents || centsOf(`-${text}`) !== -cents)
      expect(text).toBe("an amount that comes out right");
  }
  expect(centsOf("-0.00")).toBeCloseTo(0);
});

test("an amount as people read it", () => {
  expect(formatMoney(120_450, "USD")).toBe("$1,204.50");
  expect(formatMoney(-5, "EUR")).toBe("-€0.05");
});

test("a part of a unit is refused where the currency has none", () => {
  expect(unitProblem(1_250, "USD")).toBeNull();
  expect(unitProblem(1_200, "JPY")).toBeNull();
  expect(unitProblem(1_250, "JPY")).toBe("must be a whole amount, such as 12: JPY has no smaller unit");
});
