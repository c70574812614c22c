/** The rules of the price workbench, against values that were calculated by hand, in the smallest unit of the currency. */
import { describe, expect, it } from "vitest";
import {
  type Ending,
  endedWith,
  marginText,
  type PriceBasis,
  planPrice,
  type RuleKind,
  readRule,
} from "~/functions/bulkprice/workbench/price-rule";
import { type Cents, cents } from "~/platform/money/cents";

const basis = (price: number, more: Partial<Record<keyof PriceBasis, number>> = {}): PriceBasis => ({
  price: cents(price),
  compareAt: (more.compareAt ?? null) as Cents | null,
  cost: (more.cost ?? null) as Cents | null,
  lowest: (more.lowest ?? null) as Cents | null,
});

/** The new price of a rule without rounding, or why there is none. */
function plan(kind: RuleKind, by: string, from: PriceBasis, ending: Ending = "none", currency = "USD") {
  const { rule } = readRule({ kind, by, ending, compareAt: "keep" }, currency);
  if (!rule) throw new Error("The rule isn't valid.");
  const planned = planPrice(rule, from, currency);
  return planned.problem ?? planned.price;
}

describe("a rule", () => {
  it.each<[RuleKind, string, number, number]>([
    ["lower-percent", "20", 1_999, 1_599], // 1599.2
    ["lower-percent", "12.5", 1_000, 875],
    ["lower-percent", "33.33", 1_001, 667], // 667.3667
    ["lower-percent", "50", 101, 51], // 50.5: half up
    ["lower-percent", "100", 999, 0],
    ["raise-percent", "7.25", 1_999, 2_144], // 2143.9275
    ["raise-percent", "0.01", 5_000, 5_001], // 5000.5: half up
    ["lower-amount", "5", 1_999, 1_499],
    ["raise-amount", "0.01", 1_999, 2_000],
    ["keep", "", 1_234, 1_234],
    // Larger than a floating point number counts exactly.
    ["raise-percent", "999.99", 900_000_000, 9_899_910_000],
  ])("%s %s of %i is %i", (kind, by, price, expected) => {
    expect(plan(kind, by, basis(price))).toBe(expected);
  });

  it("takes a margin from the cost, rounded up so that it isn't below", () => {
    expect(plan("margin", "40", basis(9_999, { cost: 600 }))).toBe(1_000);
    expect(plan("margin", "33.33", basis(1, { cost: 1_000 }))).toBe(1_500); // 1499.925
    expect(plan("margin", "30", basis(1, { cost: 1_000 }))).toBe(1_429); // 1428.57
    expect(plan("margin", "40", basis(9_999))).toMatch(/no cost/);
  });

  it("sets no price below 0 or above what a price may be", () => {
    expect(plan("lower-amount", "20", basis(1_999))).toBe("The price would be below 0.");
    expect(plan("raise-percent", "999", basis(9_000_000_000))).toBe("The price would be too high.");
  });

  it("has other units in other currencies", () => {
    expect(plan("lower-percent", "20", basis(1_999), "99", "JPY")).toBe(1_599);
    expect(plan("lower-amount", "1.5", basis(12_345), "99", "KWD")).toBe(10_990); // 10.845: 10.990 is nearer than 9.990
  });

  it.each<[RuleKind, string, RegExp]>([
    ["lower-percent", "101", /up to 100/],
    ["margin", "100", /up to 99\.99/],
    ["lower-percent", "0", /above 0/],
    ["lower-percent", "-5", /percentage/],
    ["raise-percent", "a lot", /percentage/],
    ["lower-amount", "0", /amount above 0/],
  ])("%s doesn't take %j", (kind, by, problem) => {
    const read = readRule({ kind, by, ending: "none", compareAt: "keep" }, "USD");
    expect(read).toEqual({ rule: null, problem: expect.stringMatching(problem) });
  });

  it.each([
    ["keep", 2_000, 1_500],
    ["current", 2_000, 1_999],
    ["lowest", 2_000, 1_799],
    ["lowest", 1_500, null], // Not above the new price of 1599.
    ["none", 2_000, null],
  ] as const)("%s as the compare-at price", (compareAt, lowest, expected) => {
    const { rule } = readRule({ kind: "lower-percent", by: "20", ending: "none", compareAt }, "USD");
    const from = basis(1_999, {
      compareAt: 1_500,
      lowest: compareAt === "lowest" && lowest === 2_000 ? 1_799 : lowest,
    });
    expect(rule && planPrice(rule, from, "USD")).toMatchObject({ price: 1_599, compareAt: expected });
  });
});

describe("an ending", () => {
  it.each<[number, Ending, number]>([
    [1_599, "99", 1_599],
    [1_600, "99", 1_599],
    [1_648, "99", 1_599], // 49 away from it, 51 from 1699
    [1_649, "99", 1_599], // 50 and 50: the lower one
    [1_650, "99", 1_699],
    [1_650, "99-down", 1_599],
    [1_600, "99-up", 1_699],
    [1_599, "99-up", 1_599],
    [1_646, "95", 1_695],
    [1_645, "95", 1_595],
    [1_650, "00", 1_600],
    [1_651, "00", 1_700],
    [40, "99", 99],
    [40, "99-down", 40],
    [40, "00", 0],
    [1_650, "none", 1_650],
  ])("of %i with %s is %i", (price, ending, expected) => {
    expect(endedWith(price, ending, "USD")).toBe(expected);
  });
});

it("a margin has one decimal, and none without a cost", () => {
  expect(marginText(cents(1_000), cents(600))).toBe("40.0%");
  expect(marginText(cents(900), cents(1_000))).toBe("-11.1%");
  expect(marginText(cents(0), cents(600))).toBeNull();
  expect(marginText(cents(900), null)).toBeNull();
});
