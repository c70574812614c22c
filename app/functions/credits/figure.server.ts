import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { customersInWords } from "./messages";

/** What the store owes its customers, for the card on the home page. */
export async function readFigure({ domain, currency }: Shop): Promise<{ text: string; asOf: string | null }> {
  const { rows } = await withShop(domain, (tx) =>
    tx.$client.query<{ owed: number; customers: number }>(
      `SELECT coalesce(sum(balance_cents), 0)::float8 AS owed, count(*)::int AS customers
         FROM credit_accounts WHERE shop = $1 AND balance_cents > 0`,
      [domain],
    ),
  );
  const { owed = 0, customers = 0 } = rows[0] ?? {};
  return { text: `${formatMoney(cents(owed), currency)} owed to ${customersInWords(customers)}`, asOf: null };
}
