import { type Cents, cents } from "~/platform/money/cents";
import { decimalsOf, parseDecimal, readAmount } from "~/platform/money/decimal";
import { PRICE_LIMIT } from "../states";

/** How a new price comes from the current one. `margin`: from the cost, as a share of the new price. */
export const RULE_KINDS = [
  "lower-percent",
  "raise-percent",
  "lower-amount",
  "raise-amount",
  "margin",
  "keep",
] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** What a new price ends with: the digits behind the point, and the direction where it isn't to the nearest one. */
export const ENDINGS = ["none", "99", "99-down", "99-up", "95", "00"] as const;
export type Ending = (typeof ENDINGS)[number];

/** What becomes the compare-at price. `current`: the price before. `lowest`: the lowest price of the last 30 days. */
export const COMPARE_ATS = ["keep", "current", "lowest", "none"] as const;
export type CompareAtRule = (typeof COMPARE_ATS)[number];

/** A rule as an address has it. */
export interface RuleText {
  kind: RuleKind;
  by: string;
  ending: Ending;
  compareAt: CompareAtRule;
}

/** A rule that prices are planned by. */
export interface PriceRule {
  kind: RuleKind;
  /** Hundredths of a percent, or cents. */
  by: number;
  ending: Ending;
  compareAt: CompareAtRule;
}

/** Percentages are in hundredths of a percent. */
const WHOLE = 10_000;

const PERCENT = /^\d{1,3}(\.\d{1,2})?$/;

/** What a rule's value is: a percentage, an amount, or nothing. */
export const ruleUnit = (kind: RuleKind): "percent" | "amount" | null => {
  if (kind === "keep") return null;
  return kind.endsWith("amount") ? "amount" : "percent";
};

/** Reads a rule. Null without a value, `problem` for one that isn't valid. */
export function readRule(
  { kind, by, ending, compareAt }: RuleText,
  currency: string,
): { rule: PriceRule | null; problem?: string } {
  const text = by.trim().replace(/%$/, "").trim();
  const value = ruleUnit(kind);
  if (value === null) return { rule: { kind, by: 0, ending, compareAt } };
  if (text === "") return { rule: null };
  if (value === "amount") {
    const amount = readAmount(text);
    const by = amount === null ? null : parseDecimal(amount, currency, "round");
    return by === null || by <= 0
      ? { rule: null, problem: "Enter an amount above 0, such as 5.00." }
      : { rule: { kind, by, ending, compareAt } };
  }
  const hundredths = PERCENT.test(text) ? Math.round(Number(text) * 100) : Number.NaN;
  const most = kind === "raise-percent" ? 10 * WHOLE - 1 : kind === "margin" ? WHOLE - 1 : WHOLE;
  if (!(hundredths > 0 && hundredths <= most))
    return {
      rule: null,
      problem: `Enter a percentage above 0 and up to ${most / 100}, such as 20 or 12.5.`,
    };
  return { rule: { kind, by: hundredths, ending, compareAt } };
}

/** What a price is planned from. */
export interface PriceBasis {
  price: Cents;
  compareAt: Cents | null;
  /** Null where Shopify has none. */
  cost: Cents | null;
  /** The lowest price of the last 30 days. Null where none is recorded. */
  lowest: Cents | null;
}

/** What a rule makes of a price. `problem`: why it makes none. */
export type PlannedPrice =
  | { price: Cents; compareAt: Cents | null; isUnchanged: boolean; problem?: undefined }
  | { problem: string };

/** Applies a rule to a price, exactly: percentages are rounded half up to the currency's smallest unit. */
export function planPrice(rule: PriceRule, basis: PriceBasis, currency: string): PlannedPrice {
  const raw = rawPrice(rule, basis);
  if (raw === null) return { problem: "Shopify has no cost for it, so no margin can be calculated." };
  if (raw < 0) return { problem: "The price would be below 0." };
  const price =
    rule.kind === "keep" && rule.ending === "none" ? basis.price : endedWith(raw, rule.ending, currency);
  if (price >= PRICE_LIMIT * 10 ** decimalsOf(currency)) return { problem: "The price would be too high." };
  const compareAt = compareAtOf(rule.compareAt, basis, price);
  return {
    price,
    compareAt,
    isUnchanged: price === basis.price && compareAt === basis.compareAt,
  };
}

function rawPrice({ kind, by }: PriceRule, { price, cost }: PriceBasis): number | null {
  switch (kind) {
    case "lower-percent":
      return shareOf(price, WHOLE - by);
    case "raise-percent":
      return shareOf(price, WHOLE + by);
    case "lower-amount":
      return price - by;
    case "raise-amount":
      return price + by;
    case "margin":
      // Rounded up: a cent less would be below the margin.
      return cost === null
        ? null
        : Number((BigInt(cost) * BigInt(WHOLE) + BigInt(WHOLE - by - 1)) / BigInt(WHOLE - by));
    case "keep":
      return price;
  }
}

/** A share in hundredths of a percent, rounded half up. In whole numbers, because 0.1 + 0.2 isn't 0.3. */
const shareOf = (price: Cents, hundredths: number): number =>
  Number((2n * BigInt(price) * BigInt(hundredths) + BigInt(WHOLE)) / BigInt(2 * WHOLE));

/**
 * The price with an ending near a price. Of two that are as near, the lower one. A price below the smallest one with the ending becomes
 * that one, unless it is rounded down. Then it stays. A currency without decimals has no endings.
 */
export function endedWith(price: number, ending: Ending, currency: string): Cents {
  const unit = 10 ** decimalsOf(currency);
  if (ending === "none" || unit < 100) return cents(price);
  const [digits, direction = "nearest"] = ending.split("-");
  const offset = (Number(digits) * unit) / 100;
  const below = Math.floor((price - offset) / unit) * unit + offset;
  const above = below === price ? below : below + unit;
  if (below < 0) return cents(direction === "down" ? price : above);
  if (direction === "down") return cents(below);
  if (direction === "up") return cents(above);
  return cents(price - below <= above - price ? below : above);
}

/** A compare-at price that isn't above the price would announce no reduction. */
function compareAtOf(rule: CompareAtRule, basis: PriceBasis, price: Cents): Cents | null {
  if (rule === "keep") return basis.compareAt;
  if (rule === "none") return null;
  const reference = rule === "current" ? basis.price : basis.lowest;
  return reference !== null && reference > price ? reference : null;
}

/** The margin over the cost, as a share of the price, in percent with one decimal. Null for a price of 0 or without a cost. */
export function marginText(price: Cents, cost: Cents | null): string | null {
  if (cost === null || price === 0) return null;
  return `${(Math.round(((price - cost) * 1_000) / price) / 10).toFixed(1)}%`;
}
