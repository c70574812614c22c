import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Cents } from "~/platform/money/cents";
import { closeShopifyDifferences } from "../differences.server";
import { lockAccounts } from "../post.server";

/** A customer's balance at Shopify, in the shop's currency. */
export interface ShopifyBalance {
  customerId: number;
  /** Null for a customer who has no account. */
  accountId: string | null;
  cents: Cents;
}

/**
 * Compares balances with the ledger's, and records the comparison of those that agree.
 * @returns the customers whose balances differ, or who have credit at Shopify and no account in the ledger
 */
export async function compareBalances(
  tx: ShopTransaction,
  shop: string,
  balances: readonly ShopifyBalance[],
): Promise<number[]> {
  if (balances.length === 0) return [];
  const customerIds = balances.map(({ customerId }) => customerId);
  // The update locks them in the order of its plan.
  await lockAccounts(tx, shop, customerIds);
  const { rows } = await tx.$client.query<{ id: string }>(
    `UPDATE credit_accounts AS account
        SET compared_at = clock_timestamp(), shopify_balance_cents = cents,
            shopify_account_id = coalesce(listed.account_id, shopify_account_id)
       FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS listed (customer_id, cents, account_id)
      WHERE account.shop = $1 AND account.customer_id = listed.customer_id AND balance_cents = cents
     RETURNING account.customer_id AS id`,
    [shop, customerIds, balances.map(({ cents }) => cents), balances.map(({ accountId }) => accountId)],
  );
  const agreeing = new Set(rows.map(({ id }) => Number(id)));
  await closeShopifyDifferences(tx, shop, [...agreeing]);
  const { rows: accounts } = await tx.$client.query<{ id: string }>(
    "SELECT customer_id AS id FROM credit_accounts WHERE shop = $1 AND customer_id = ANY($2::bigint[])",
    [shop, customerIds],
  );
  const accountIds = new Set(accounts.map(({ id }) => Number(id)));
  return balances
    .filter(
      ({ customerId, cents }) => !agreeing.has(customerId) && (cents !== 0 || accountIds.has(customerId)),
    )
    .map(({ customerId }) => customerId);
}
