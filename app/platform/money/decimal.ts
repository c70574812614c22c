import { type Cents, cents } from "./cents";

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

const decimals = new Map<string, number>();

/** How many decimals a currency has: 2 for USD, 0 for JPY, 3 for KWD. @param currency its ISO 4217 code */
export function decimalsOf(currency: string): number {
  let digits = decimals.get(currency);
  if (digits === undefined) {
    const options = new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions();
    digits = options.maximumFractionDigits ?? 2;
    decimals.set(currency, digits);
  }
  return digits;
}

/** An amount as it can be entered in a currency, for the sentence that refuses another one: 12.50, or 12 where it has no decimals. */
export function exampleAmount(units: number, currency: string): string {
  const digits = decimalsOf(currency);
  return digits === 0 ? String(Math.floor(units)) : units.toFixed(digits);
}

/** What is written before an amount: `$`. */
export const currencySymbol = (currency: string): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency;

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
