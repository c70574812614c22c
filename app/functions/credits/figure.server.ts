import { FIRST_READING_FIGURE } from "~/domain/customers/first-reading";
import { customersMirror } from "~/domain/customers/mirror.server";
import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { customersInWords } from "./messages";

/**
 * What the store owes its customers, as of the oldest comparison with Shopify, for the card on the home page. Shopify's customers with
 * credit whose accounts aren't opened yet are named, as after an installation.
 */
export async function readFigure({ domain, currency }: Shop): Promise<{ text: string; asOf: string | null }> {
  const accounts = withShop(domain, (tx) =>
    tx.$client.query<{ owed: number; customers: number; unread: number; asOf: Date | null }>(
      `SELECT coalesce(sum(balance_cents), 0)::float8 AS owed, count(*)::int AS customers,
              min(compared_at) FILTER (WHERE customer_id > 0) AS "asOf",
              (SELECT count(*)::int FROM credits_to_compare AS queued
                WHERE shop = $1 AND NOT EXISTS (SELECT 1 FROM credit_accounts AS account
                                                 WHERE account.shop = $1 AND account.customer_id = queued.customer_id)) AS unread
         FROM credit_accounts WHERE shop = $1 AND balance_cents > 0`,
      [domain],
    ),
  );
  const [{ rows }, { rebuiltAt }] = await Promise.all([accounts, customersMirror.readFreshness(domain)]);
  if (!rebuiltAt) return FIRST_READING_FIGURE;
  const { owed = 0, customers = 0, unread = 0, asOf = null } = rows[0] ?? {};
  const more = unread > 0 ? `, ${unread.toLocaleString("en-US")} more to be read` : "";
  return {
    text: `${formatMoney(cents(owed), currency)} owed to ${customersInWords(customers)}${more}`,
    asOf: asOf?.toISOString() ?? null,
  };
}
