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

/** What is written before an amount: `$`. */
export const currencySymbol = (currency: string): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency;
