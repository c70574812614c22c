import type { z } from "zod";

/**
 * A whole number of a currency's smallest units: cents of a dollar, yen, fils of a Kuwaiti dinar. Arithmetic makes a plain number of
 * it, so that a sum goes through `cents` or `sumCents`, which refuse what a number can't count exactly.
 */
export type Cents = number & z.$brand<"Cents">;

/** @throws for a number that isn't whole, or is too large to be exact */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of cents.`);
  // -0 would be shown with a sign.
  return (value === 0 ? 0 : value) as Cents;
}

export const NO_CENTS = cents(0);

/** A bigint column of the database, which the driver returns as text. */
export const centsFromDatabase = (value: string | number): Cents => cents(Number(value));

export const sumCents = (amounts: Iterable<Cents>): Cents =>
  [...amounts].reduce<Cents>((sum, amount) => cents(sum + amount), NO_CENTS);

export const negateCents = (amount: Cents): Cents => cents(-amount);

export const absoluteCents = (amount: Cents): Cents => cents(Math.abs(amount));

export const addCents = (one: Cents, other: Cents): Cents => cents(one + other);

export const subtractCents = (from: Cents, amount: Cents): Cents => cents(from - amount);

export const timesCents = (amount: Cents, count: number): Cents => cents(amount * count);
