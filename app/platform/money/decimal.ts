import { type Cents, cents } from "./cents";
import { decimalsOf } from "./currency";

/** An amount with more decimals than its currency has. */
export class TooManyDecimals extends Error {}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Cents from decimal text ("12.5", "-3.00"), without a floating point number in between. Zeros after the currency's decimals are
 * accepted, because they change nothing.
 * @param extraDecimals what happens to other digits there: an error, cut off, or rounded half away from zero
 * @throws {TooManyDecimals} for those digits, and an error for any other text
 */
export function parseDecimal(
  text: string,
  currency: string,
  extraDecimals: "refuse" | "truncate" | "round" = "refuse",
): Cents {
  const match = DECIMAL.exec(text.trim());
  if (!match) throw new Error(`"${text}" is not an amount of money.`);
  const [, sign, whole, fraction = ""] = match;
  const decimals = decimalsOf(currency);
  if (extraDecimals === "refuse" && /[1-9]/.test(fraction.slice(decimals)))
    throw new TooManyDecimals(`"${text}" has more decimals than ${currency}, which has ${decimals}.`);
  const truncated = Number(`${sign}${whole}${fraction.slice(0, decimals).padEnd(decimals, "0")}`);
  const roundsAway = extraDecimals === "round" && (fraction[decimals] ?? "0") >= "5";
  return cents(roundsAway ? truncated + (sign ? -1 : 1) : truncated);
}

/** Shopify's `MoneyV2`. */
export interface Money {
  amount: string;
  currencyCode: string;
}

/** The amount that Shopify answered. @throws as `parseDecimal` */
export const parseMoney = ({ amount, currencyCode }: Money): Cents => parseDecimal(amount, currencyCode);

/** Cents as decimal text with all decimals of the currency: "12.50", "1200", "-0.001". */
export function toDecimalString(amount: Cents, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const sign = amount < 0 ? "-" : "";
  if (decimals === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Cents as a number of the currency's units, for spreadsheets and answers that are specified as numbers: 12.5. */
export const toUnits = (amount: Cents, currency: string): number => Number(toDecimalString(amount, currency));
