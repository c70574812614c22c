import { addIsoMonths, utcIsoMonth } from "~/platform/dates/month";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Cents, NO_CENTS, negateCents, subtractCents, sumCents } from "~/platform/money/cents";
import { readMonthlySums } from "./monthly-sums.server";

/** What the store owed its customers at the end of a month (UTC), and how it changed. */
export interface LiabilityMonth {
  /** YYYY-MM. */
  month: string;
  addedCents: Cents;
  /** Without sign. */
  takenCents: Cents;
  owedCents: Cents;
}

/** How many months are shown, including the current one. */
const MONTHS = 12;

/** What is owed now and at the end of each of the last twelve months, computed backward from the monthly sums. */
export async function readLiability(
  tx: ShopTransaction,
  shop: string,
  now: Date,
): Promise<{ owedCents: Cents; months: LiabilityMonth[] }> {
  const moved = await readMonthlySums(tx, shop);
  const owedCents = sumCents([...moved.values()].flatMap(({ added, taken }) => [added, negateCents(taken)]));
  let atEnd = owedCents;
  const months: LiabilityMonth[] = [];
  for (let back = 0; back < MONTHS; back += 1) {
    const month = addIsoMonths(utcIsoMonth(now), -back);
    const { added = NO_CENTS, taken = NO_CENTS } = moved.get(month) ?? {};
    months.unshift({ month, addedCents: added, takenCents: taken, owedCents: atEnd });
    atEnd = subtractCents(atEnd, subtractCents(added, taken));
  }
  return { owedCents, months };
}
