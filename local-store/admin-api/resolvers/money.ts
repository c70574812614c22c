/** Whole cents as the scalar `Decimal` writes amounts: `12.5`, `0.0`. */
export function decimal(cents: number): string {
  const [whole, fraction] = money(cents).split(".") as [string, string];
  return `${whole}.${fraction.replace(/0$/, "")}`;
}

/** Whole cents as the scalar `Money` writes prices: `12.50`. */
export function money(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
