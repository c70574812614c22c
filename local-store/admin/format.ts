import { decimalsOf } from "../data/minor-units.ts";

/** Formats a time in the shop's time zone. */
export function dateTime(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone }).format(
    instant,
  );
}

/** A count with its noun: "1 unit", "2 units". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Formats an amount in the currency's minor unit. */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(
    cents / 10 ** decimalsOf(currency),
  );
}
