import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";
import { CUSTOMER_ACCOUNT } from "./posting";

/** What a month added to what customers have, and took from it, in cents and without sign. */
export interface MonthSums {
  added: number;
  taken: number;
}

/** The month (UTC) of `at`, as YYYY-MM. The trigger that keeps the sums says the same (migration `ledger_months`). */
const MONTH = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM')`;

/** What the entries of shop $1 amount to by month, from the parts that every statement which books entries has left. */
const KEPT =
  "SELECT month, sum(added_cents) AS added, sum(taken_cents) AS taken FROM ledger_months WHERE shop = $1 GROUP BY month";

/** The same from each entry: as long as there are entries. */
const BOOKED = `
  SELECT ${MONTH} AS month, coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0), 0) AS added,
         coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0), 0) AS taken
    FROM ledger_entries WHERE shop = $1 AND account = '${CUSTOMER_ACCOUNT}' GROUP BY 1`;

/** The question of the proof: the first month whose sums are not those of its entries. */
export const MONTHS_THAT_DIFFER = `
  SELECT NULL::bigint AS customer, NULL::uuid AS posting, CASE WHEN ours.added <> theirs.added THEN ours.added ELSE ours.taken END AS ours,
         CASE WHEN ours.added <> theirs.added THEN theirs.added ELSE theirs.taken END AS theirs,
         'What ' || month || ' added and took is not the sum of its entries.' AS what
    FROM (${KEPT}) AS kept FULL JOIN (${BOOKED}) AS booked USING (month),
         LATERAL (SELECT coalesce(kept.added, 0) AS added, coalesce(kept.taken, 0) AS taken) AS ours,
         LATERAL (SELECT coalesce(booked.added, 0) AS added, coalesce(booked.taken, 0) AS taken) AS theirs
   WHERE (ours.added, ours.taken) <> (theirs.added, theirs.taken)
   ORDER BY month`;

/** What every month added and took, by YYYY-MM: exact at each moment, whatever the number of entries. */
export async function readMonths(tx: ShopTransaction, shop: string): Promise<Map<string, MonthSums>> {
  const { rows } = await tx.$client.query<{ month: string; added: number; taken: number }>(
    `SELECT month, added::float8, taken::float8 FROM (${KEPT}) AS kept`,
    [shop],
  );
  return new Map(rows.map(({ month, added, taken }) => [month, { added, taken }]));
}

/**
 * Every five minutes: puts the parts of each month together into one. A sum that all who confirm postings had to add to would have
 * them wait for each other; each leaves a part of its own instead, and the sum is that of the parts at any time.
 */
export const mergeMonths: Task = {
  name: "ledger.merge-months",
  schedule: "*/5 * * * *",
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
};
