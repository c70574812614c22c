import { decimalsOf } from "../data/minor-units.ts";

/** Other currencies are refused with UNSUPPORTED_CURRENCY. */
const CURRENCIES: ReadonlySet<string> = new Set(["AUD", "CAD", "EUR", "GBP", "KWD", "USD"]);

/**
 * The maximum balance of an account. Shopify's limit is 15,000 US dollars per customer "or the equivalent". The local store uses the
 * same number in each currency.
 */
const LIMIT = 15_000;

/** The limit of an account in this currency, in its smallest unit, or undefined if store credit doesn't support it. */
export function creditLimit(currency: string): number | undefined {
  return CURRENCIES.has(currency) ? LIMIT * 10 ** decimalsOf(currency) : undefined;
}
