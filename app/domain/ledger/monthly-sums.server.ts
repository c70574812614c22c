import { addIsoMonths, utcIsoMonth } from "~/platform/dates/date-text";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import { type Cents, cents, NO_CENTS, negateCents, subtractCents, sumCents } from "~/platform/money/cents";
import { CUSTOMER_ACCOUNT } from "./posting";

/** What a month added to customers' credit and took from it, without sign. */
export interface MonthSum {
  added: Cents;
  taken: Cents;
}

/** The month (UTC) of `at`, as YYYY-MM, as in the trigger that writes the parts. */
const MONTH = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM')`;

/** The monthly sums of shop $1 from the stored parts. */
const STORED_SUMS =
  "SELECT month, sum(added_cents) AS added, sum(taken_cents) AS taken FROM ledger_months WHERE shop = $1 GROUP BY month";

/** The sums, counted from the entries, which is slow. */
const ENTRY_SUMS = `
  SELECT ${MONTH} AS month, coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0), 0) AS added,
         coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0), 0) AS taken
    FROM ledger_entries WHERE shop = $1 AND account = '${CUSTOMER_ACCOUNT}' GROUP BY 1`;

/** The ledger check for months whose sums differ from their entries. */
export const MONTHS_THAT_DIFFER = `
  SELECT NULL::bigint AS customer, NULL::uuid AS posting, CASE WHEN ours.added <> theirs.added THEN ours.added ELSE ours.taken END AS ours,
         CASE WHEN ours.added <> theirs.added THEN theirs.added ELSE theirs.taken END AS theirs,
         'What ' || month || ' added and took is not the sum of its entries.' AS what
    FROM (${STORED_SUMS}) AS stored FULL JOIN (${ENTRY_SUMS}) AS booked USING (month),
         LATERAL (SELECT coalesce(stored.added, 0) AS added, coalesce(stored.taken, 0) AS taken) AS ours,
         LATERAL (SELECT coalesce(booked.added, 0) AS added, coalesce(booked.taken, 0) AS taken) AS theirs
   WHERE (ours.added, ours.taken) <> (theirs.added, theirs.taken)
   ORDER BY month`;

/** The sums of every month, by YYYY-MM. They are exact at any moment. */
export async function readMonthlySums(tx: ShopTransaction, shop: string): Promise<Map<string, MonthSum>> {
  const { rows } = await tx.$client.query<{ month: string; added: number; taken: number }>(
    `SELECT month, added::float8, taken::float8 FROM (${STORED_SUMS}) AS stored`,
    [shop],
  );
  return new Map(
    rows.map(({ month, added, taken }) => [month, { added: cents(added), taken: cents(taken) }]),
  );
}

/** What the store owes all its customers now. */
export async function readOwedCents(tx: ShopTransaction, shop: string): Promise<Cents> {
  const sums = await readMonthlySums(tx, shop);
  return sumCents([...sums.values()].flatMap(({ added, taken }) => [added, negateCents(taken)]));
}

/**
 * Merges the parts of each month into one. Statements add parts instead of updating one sum, because they would wait for each
 * other's lock on it.
 */
export const mergeMonths = defineTask({
  name: "ledger.merge-months",
  schedule: {
    cron: "*/5 * * * *",
    due: "EXISTS (SELECT FROM ledger_months AS part WHERE part.shop = shops.shop GROUP BY month HAVING count(*) > 1)",
  },
  run: (shop) =>
    withShop(shop, async (tx) => {
      await tx.$client.query(
        `WITH part AS (
           DELETE FROM ledger_months WHERE shop = $1
              AND month IN (SELECT month FROM ledger_months WHERE shop = $1 GROUP BY month HAVING count(*) > 1)
           RETURNING month, added_cents, taken_cents)
         INSERT INTO ledger_months (shop, month, added_cents, taken_cents)
         SELECT $1, month, sum(added_cents), sum(taken_cents) FROM part GROUP BY month`,
        [shop],
      );
    }),
});

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
