import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** What the store owed its customers at the end of a month (UTC), and what moved it. */
export interface LiabilityMonth {
  /** YYYY-MM. */
  month: string;
  addedCents: number;
  /** Without sign. */
  takenCents: number;
  owedCents: number;
}

/** How many months are shown, with the present one. */
const MONTHS = 12;

/** What is owed now, and at the end of each of the last twelve months: told from now on backwards, from the entries of these months alone. */
export async function readLiability(
  tx: ShopTransaction,
  shop: string,
  now: Date,
): Promise<{ owedCents: number; months: LiabilityMonth[] }> {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1, 1));
  const owed = await tx.$client.query<{ owed: number }>(
    "SELECT coalesce(sum(balance_cents), 0)::float8 AS owed FROM credit_accounts WHERE shop = $1",
    [shop],
  );
  const { rows } = await tx.$client.query<{ month: string; added: number; taken: number }>(
    `SELECT to_char(date_trunc('month', at, 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
            coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0), 0)::float8 AS added,
            coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0), 0)::float8 AS taken
       FROM ledger_entries WHERE shop = $1 AND account = 'customer' AND at >= $2 GROUP BY 1`,
    [shop, from],
  );
  const moved = new Map(rows.map((row) => [row.month, row]));
  const owedCents = owed.rows[0]?.owed ?? 0;
  let atEnd = owedCents;
  const months: LiabilityMonth[] = [];
  for (let back = 0; back < MONTHS; back += 1) {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    const month = first.toISOString().slice(0, 7);
    const { added = 0, taken = 0 } = moved.get(month) ?? {};
    months.unshift({ month, addedCents: added, takenCents: taken, owedCents: atEnd });
    atEnd -= added - taken;
  }
  return { owedCents, months };
}
