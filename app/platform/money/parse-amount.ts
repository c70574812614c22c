import type { Cents } from "./cents";
import { decimalsOf } from "./currency";
import { parseDecimal } from "./decimal";

const AMOUNT = /^\d{1,12}(?:\.\d+)?$/;

/**
 * An amount that a person or a program wrote, as decimal text: not negative, without thousands separator or exponent. How many
 * decimals it may have is up to its currency.
 * @returns null for anything else
 */
export function readAmount(written: unknown): string | null {
  if (typeof written !== "string" && typeof written !== "number") return null;
  const text = String(written).trim();
  return AMOUNT.test(text) ? text : null;
}

/**
 * An amount above zero that a person or a program wrote.
 * @returns null for anything else, and for more decimals than the currency has
 */
export function parseAmount(written: unknown, currency: string): Cents | null {
  const amount = parseAmountOrZero(written, currency);
  return amount !== null && amount > 0 ? amount : null;
}

/** Reads an amount that may be zero. */
export function parseAmountOrZero(written: unknown, currency: string): Cents | null {
  const text = readAmount(written);
  const decimals = text?.split(".")[1]?.length ?? 0;
  return text !== null && decimals <= decimalsOf(currency) ? parseDecimal(text, currency) : null;
}
