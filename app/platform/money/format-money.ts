import { absoluteCents, type Cents } from "./cents";
import { parseDecimal, readAmount, toDecimalString } from "./decimal";

const formatters = new Map<string, Intl.NumberFormat>();

/** An amount as people read it, for example `$1,204.50`. */
export function formatMoney(amount: Cents, currency: string): string {
  // Creating a formatter costs a hundred times more than using it, and a list shows one amount per row.
  let formatter = formatters.get(currency);
  if (!formatter) {
    formatter = new Intl.NumberFormat("en-US", { style: "currency", currency });
    formatters.set(currency, formatter);
  }
  // As text: a large amount divided by a thousand isn't exact as a number.
  return formatter.format(toDecimalString(amount, currency) as Intl.StringNumericLiteral);
}

/** An amount that is stored or answered as decimal text or in whole units, such as a limit in a tag. Any other text is unchanged. */
export function formatDecimal(amount: string | number, currency: string): string {
  const text = readAmount(amount);
  return text === null ? String(amount) : formatMoney(parseDecimal(text, currency, "round"), currency);
}

/** An amount that moves a balance, with its sign: `+$12.50`, `-$3.00`. */
export const formatSigned = (amount: Cents, currency: string): string =>
  `${amount < 0 ? "-" : "+"}${formatMoney(absoluteCents(amount), currency)}`;
