/**
 * Whole cents from Shopify's decimal text ("12.5", "-3.00"), without passing through a floating point number.
 * @throws when the text is no amount.
 */
export function centsOf(amount: string): number {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})\d*)?$/.exec(amount.trim());
  if (!match) throw new Error(`"${amount}" is not an amount of money.`);
  const [, sign, whole, fraction = ""] = match;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return sign ? -cents : cents;
}

/** Whole cents as Shopify takes an amount: decimal text, without passing through a floating point number. */
export function decimalOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** An amount as people read it, for example `$1,204.50`. */
export function formatMoney(cents: number, currency: string): string {
  // Creating a formatter costs a hundred times more than using it, and a list shows one amount per row.
  let formatter = formatters.get(currency);
  if (!formatter) {
    formatter = new Intl.NumberFormat("en-US", { style: "currency", currency });
    formatters.set(currency, formatter);
  }
  return formatter.format(cents / 100);
}

/** An amount that moves a balance, with its sign: `+$12.50`, `-$3.00`. */
export const formatSigned = (cents: number, currency: string): string =>
  `${cents < 0 ? "-" : "+"}${formatMoney(Math.abs(cents), currency)}`;

/** What is wrong with a part of a unit in a currency that has none, such as 12.50 in yen; null for an amount that can be paid. */
export function unitProblem(cents: number, currency: string): string | null {
  const { maximumFractionDigits } = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
  }).resolvedOptions();
  if (cents % 100 === 0 || maximumFractionDigits !== 0) return null;
  return `must be a whole amount, such as 12: ${currency} has no smaller unit`;
}

/** What stands before an amount: `$`. */
export const currencySymbol = (currency: string): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency;

/** An amount as people and programs write it: digits, and up to two behind a point. */
const WRITTEN_AMOUNT = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/**
 * Whole cents from an amount that somebody wrote: above zero, without sign, thousands separator or exponent, with at most two
 * decimals.
 * @returns null for anything else
 */
export function writtenCents(amount: unknown): number | null {
  if (typeof amount !== "string" && typeof amount !== "number") return null;
  const match = WRITTEN_AMOUNT.exec(String(amount).trim());
  if (!match) return null;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return cents > 0 ? cents : null;
}
