import { bulkLines } from "~/connectors/shopify/bulk-lines.server";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { allStoreCredit, type StoreCreditLine } from "~/connectors/shopify/operations/store-credit";
import type { AdminApi } from "~/connectors/shopify/port";
import { customerNumber } from "~/domain/customers/mirror-row";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import type { Cents } from "~/platform/money/cents";
import { parseMoney } from "~/platform/money/decimal";
import { closeShopifyDifferences } from "../differences.server";
import { lockAccounts } from "../post.server";
import { publishCreditsChanged } from "../publish-credits-changed.server";
import { queueReconciliation, RECONCILE_ALL_TASK } from "./queue-reconciliation.server";

const ACCOUNTS_PER_WRITE = 2_000;

/**
 * Reads all balances from Shopify by one bulk operation: after the first sign-in, on demand, and before each check of the ledger.
 * Accounts that differ are queued for reconciliation, which also opens accounts that the ledger lacks.
 */
export const reconcileAll = defineTask({
  ...RECONCILE_ALL_TASK,
  async run(shop, signal) {
    await reconcileAllAccounts(shop, liveAdminApi(shop), signal);
    publishCreditsChanged(shop);
  },
});

/** Compares all balances of the shop with Shopify's. */
export async function reconcileAllAccounts(shop: string, api: AdminApi, signal: AbortSignal): Promise<void> {
  const { currency, begunAt } = await readShop(shop);
  let listed: ShopifyBalance[] = [];
  const write = async () => {
    const some = listed;
    listed = [];
    await withShop(shop, async (tx) => queueReconciliation(tx, shop, await compareBalances(tx, shop, some)));
  };
  const options = { what: "read all store credit", signal };
  for await (const line of bulkLines(api, allStoreCredit, options)) {
    const account = line && accountOn(JSON.parse(line) as StoreCreditLine, currency);
    if (account) listed.push(account);
    if (listed.length >= ACCOUNTS_PER_WRITE) await write();
  }
  await write();
  await queueUnlisted(shop, begunAt);
}

function accountOn({ id, __parentId, balance }: StoreCreditLine, currency: string): ShopifyBalance | null {
  const customerId = customerNumber(__parentId ?? "");
  if (customerId === null || balance?.currencyCode !== currency) return null;
  return { customerId, accountId: id, cents: parseMoney(balance) };
}

async function readShop(shop: string): Promise<{ currency: string; begunAt: Date }> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ currency: string; begunAt: Date }>(
      `SELECT currency, clock_timestamp() AS "begunAt" FROM shops WHERE shop = $1`,
      [shop],
    ),
  );
  const [found] = rows;
  if (!found) throw new Error(`There is no shop ${shop}.`);
  return found;
}

/** Queues accounts that Shopify didn't list. Accounts of erased customers have no counterpart. */
async function queueUnlisted(shop: string, begunAt: Date): Promise<void> {
  await withShop(shop, async (tx) => {
    const { rows } = await tx.$client.query<{ id: string }>(
      `SELECT customer_id AS id FROM credit_accounts AS account
        WHERE shop = $1 AND customer_id > 0 AND (compared_at IS NULL OR compared_at < $2)
          AND NOT EXISTS (SELECT 1 FROM credits_to_compare AS queued
                           WHERE queued.shop = $1 AND queued.customer_id = account.customer_id)`,
      [shop, begunAt],
    );
    await queueReconciliation(
      tx,
      shop,
      rows.map(({ id }) => Number(id)),
    );
  });
}

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
