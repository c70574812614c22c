import { FIRST_READING_FIGURE } from "~/domain/customers/first-reading";
import { customersMirror } from "~/domain/customers/mirror.server";
import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { customersInWords } from "./messages";

/** What the store owes its customers, as of the oldest comparison with Shopify, for the card on the home page. */
export async function readFigure({ domain, currency }: Shop): Promise<{ text: string; asOf: string | null }> {
  const accounts = withShop(domain, (tx) =>
    tx.$client.query<{ owed: number; customers: number; asOf: Date | null }>(
      `SELECT coalesce(sum(balance_cents), 0)::float8 AS owed, count(*)::int AS customers,
              min(compared_at) FILTER (WHERE customer_id > 0) AS "asOf"
         FROM credit_accounts WHERE shop = $1 AND balance_cents > 0`,
      [domain],
    ),
  );
  const [{ rows }, { rebuiltAt }] = await Promise.all([accounts, customersMirror.readFreshness(domain)]);
  if (!rebuiltAt) return FIRST_READING_FIGURE;
  const { owed = 0, customers = 0, asOf = null } = rows[0] ?? {};
  return {
    text: `${formatMoney(cents(owed), currency)} owed to ${customersInWords(customers)}`,
    asOf: asOf?.toISOString() ?? null,
  };
}
