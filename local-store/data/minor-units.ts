/**
 * Amounts are stored as whole numbers of the currency's smallest unit. Their columns are named `_cents` also where that unit isn't a
 * cent: a Kuwaiti dinar has 1,000 fils.
 */

const decimalsByCurrency = new Map<string, number>();

/** How many decimals a currency has: 2 for USD, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  let decimals = decimalsByCurrency.get(currency);
  if (decimals === undefined) {
    // Creating a formatter is slow, and bulk operations format one amount per customer.
    const options = new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions();
    decimals = options.maximumFractionDigits ?? 2;
    decimalsByCurrency.set(currency, decimals);
  }
  return decimals;
}

/** The amount in decimal text; null for any other text, and for a fraction of the smallest unit. */
export function toMinorUnits(text: string, currency: string): number | null {
  const [, sign, whole = "", fraction = ""] = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  const decimals = decimalsOf(currency);
  if (whole === "" || /[^0]/.test(fraction.slice(decimals))) return null;
  const amount = Number(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  return sign && amount > 0 ? -amount : amount;
}

/** An amount as decimal text with all decimals of its currency: `12.50`, `1200`, `1.234`. */
export function toDecimalText(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const sign = amount < 0 ? "-" : "";
  return decimals === 0
    ? `${sign}${digits}`
    : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
