import { formatInputDateTime } from "~/platform/dates/instant";
import { cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";

/** How values are written for people. */
interface Wording {
  /** ISO 4217. */
  currency: string;
  timeZone: string;
}

/** As shoppers read it. */
export const availabilityText = (isAvailable: boolean): string => (isAvailable ? "In stock" : "Out of stock");

const AMOUNT = /^-?\d+$/;

/**
 * What a record says about a product's field, as people read it: engines have amounts in cents, and times as Unix seconds or in UTC.
 * @param text the value as records are compared. What doesn't have its form is shown as it is
 */
export function shownValue(field: string, text: string, { currency, timeZone }: Wording): string {
  switch (field) {
    case "price":
    case "compareAtPrice": {
      const amounts = text.split(", ");
      if (!amounts.every((amount) => AMOUNT.test(amount))) return text;
      return [...new Set(amounts)].map((amount) => formatMoney(cents(Number(amount)), currency)).join(" to ");
    }
    case "availability":
      return text === "true" || text === "false" ? availabilityText(text === "true") : text;
    case "createdAt":
    case "publishedAt":
    case "updatedAt": {
      const at = AMOUNT.test(text) ? new Date(Number(text) * 1_000) : new Date(text);
      return Number.isNaN(+at) ? text : formatInputDateTime(at, timeZone);
    }
    default:
      return text;
  }
}
