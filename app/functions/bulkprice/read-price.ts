import type { Cents } from "~/platform/money/cents";
import { decimalsOf } from "~/platform/money/currency";
import { parseDecimal, toUnits } from "~/platform/money/decimal";
import { readAmount } from "~/platform/money/parse-amount";

/** Prices are below this many units of the currency. */
export const PRICE_LIMIT = 100_000_000;

/** A price as it will be stored. */
export interface ParsedPrice {
  cents: Cents;
  /** It had more decimals than the currency has. */
  isRounded: boolean;
}

/** A price that a person or a program wrote, rounded half up to the decimals of the currency. Null for anything else. */
export function readPrice(written: unknown, currency: string): ParsedPrice | null {
  const text = readAmount(written);
  if (text === null) return null;
  const price = parseDecimal(text, currency, "round");
  const extraDigits = (text.split(".")[1] ?? "").slice(decimalsOf(currency));
  return toUnits(price, currency) < PRICE_LIMIT
    ? { cents: price, isRounded: /[1-9]/.test(extraDigits) }
    : null;
}

/** By how much a price changes, in percent with one decimal and its sign. Null from a price of 0. */
export function changePercent(before: number, after: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((after - before) / before) * 1000) / 10;
  return `${percent > 0 ? "+" : ""}${percent.toFixed(1)}%`;
}
