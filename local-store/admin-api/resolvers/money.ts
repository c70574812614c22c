import { toDecimalText } from "../../data/minor-units.ts";

/** Formats an amount in its currency's smallest unit as the scalar `Decimal`: `12.5`, `0.0`, `1.234`. */
export function decimal(amount: number, currency: string): string {
  const [whole, fraction = ""] = toDecimalText(amount, currency).split(".");
  return `${whole}.${fraction.replace(/0+$/, "") || "0"}`;
}
