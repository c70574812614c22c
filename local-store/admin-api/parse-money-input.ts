import { decimalsOf, toMinorUnits } from "../data/minor-units.ts";
import { badRequest, notImplemented } from "./errors.ts";

/** The schema's `MoneyInput`. The amount is a string or a number. */
export interface MoneyInput {
  amount: unknown;
  currencyCode: string;
}

/** The amount in its currency's smallest unit. Throws for text that isn't a decimal, and NOT_IMPLEMENTED for fractions of that unit. */
export function centsOf({ amount, currencyCode }: MoneyInput): number {
  const text = String(amount).trim();
  if (!/^-?\d{1,12}(\.\d+)?$/.test(text)) throw badRequest(`Invalid Decimal '${amount}'`);
  const cents = toMinorUnits(text, currencyCode);
  if (cents === null) throw notImplemented("amounts with fractions of a cent");
  return cents;
}

/** A price in its currency's smallest unit. As at Shopify, further decimals are rounded. Throws for text that isn't a decimal. */
export function parsePrice(amount: unknown, currency: string): number {
  const text = String(amount).trim();
  const [, sign, whole = "", fraction = ""] = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === "") throw badRequest(`Invalid Money '${amount}'`);
  const decimals = decimalsOf(currency);
  const roundsUp = Number(fraction[decimals] ?? "0") >= 5;
  const cents = Number(whole + fraction.slice(0, decimals).padEnd(decimals, "0")) + (roundsUp ? 1 : 0);
  return sign && cents > 0 ? -cents : cents;
}
