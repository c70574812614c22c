import { toDecimalText } from "../../data/minor-units.ts";

/** Formats an amount in its currency's smallest unit as the scalar `Decimal`: `12.5`, `0.0`, `1.234`. */
export function decimal(amount: number, currency: string): string {
  const [whole, fraction = ""] = toDecimalText(amount, currency).split(".");
  return `${whole}.${fraction.replace(/0+$/, "") || "0"}`;
}

/** An amount in the shop's and the customer's currency, which are the same in the local store. */
export function moneyBag(cents: number, currency: string) {
  const money = { amount: decimal(cents, currency), currencyCode: currency };
  return { shopMoney: money, presentmentMoney: money };
}
