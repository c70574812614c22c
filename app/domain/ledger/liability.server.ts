import { addIsoMonths, utcIsoMonth } from "~/platform/dates/month";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Cents, cents, NO_CENTS, negateCents, subtractCents, sumCents } from "~/platform/money/cents";
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

/** What the store owes its customers. */
export interface Owed {
  cents: Cents;
  /** How many customers have credit. */
  customers: number;
  /** How many customers with credit in Shopify have no account yet, as after an installation. */
  unread: number;
  /** The time of the oldest comparison with Shopify. Null without one. */
  comparedAt: Date | null;
}

/** Reads what the store owes its customers by their accounts. */
export async function readOwed(tx: ShopTransaction, shop: string): Promise<Owed> {
  const { rows } = await tx.$client.query<Omit<Owed, "cents"> & { cents: number }>(
    `SELECT coalesce(sum(balance_cents), 0)::float8 AS cents, count(*)::int AS customers,
            min(compared_at) FILTER (WHERE customer_id > 0) AS "comparedAt",
            (SELECT count(*)::int FROM credits_to_compare AS queued
              WHERE shop = $1 AND NOT EXISTS (SELECT 1 FROM credit_accounts AS account
                                               WHERE account.shop = $1 AND account.customer_id = queued.customer_id)) AS unread
       FROM credit_accounts WHERE shop = $1 AND balance_cents > 0`,
    [shop],
  );
  const [owed] = rows;
  if (!owed) throw new Error("A sum has one row.");
  return { ...owed, cents: cents(owed.cents) };
}
