/**
 * The most that one account may hold, in cents. Shopify's help names 15,000 US dollars for a customer, "or the equivalent": it
 * converts at a rate of its own, the local store takes the same number in each currency. A currency that is not listed is
 * refused with UNSUPPORTED_CURRENCY.
 */
const LIMITS: Readonly<Record<string, number>> = {
  AUD: 1_500_000,
  CAD: 1_500_000,
  EUR: 1_500_000,
  GBP: 1_500_000,
  USD: 1_500_000,
};

/** The limit of an account in this currency, or undefined when there is no store credit in it. */
export function creditLimit(currency: string): number | undefined {
  return LIMITS[currency];
}
