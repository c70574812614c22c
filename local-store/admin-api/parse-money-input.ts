import { toMinorUnits } from "../data/minor-units.ts";
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
