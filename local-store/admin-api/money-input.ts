import { badRequest, notImplemented } from "./errors.ts";

/** The schema's `MoneyInput`; a decimal comes as text or as a number. */
export interface MoneyInput {
  amount: unknown;
  currencyCode: string;
}

/** The amount in whole cents. Throws for what is no decimal, and NOT_IMPLEMENTED for fractions of a cent. */
export function centsOf({ amount }: MoneyInput): number {
  const match = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(String(amount).trim());
  if (!match) throw badRequest(`Invalid Decimal '${amount}'`);
  const [, sign, whole = "", fraction = ""] = match;
  if (/[^0]/.test(fraction.slice(2))) throw notImplemented("amounts with fractions of a cent");
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
  return sign && cents > 0 ? -cents : cents;
}
