import { storeCreditOfCustomers } from "~/connectors/shopify/operations/store-credit";
import type { AdminApi } from "~/connectors/shopify/port";
import { customerGid, customerNumber } from "~/domain/customers/mirror-row";
import { withShop } from "~/platform/db/with-shop.server";
import { log } from "~/platform/log.server";
import { NO_CENTS } from "~/platform/money/cents";
import { parseMoney } from "~/platform/money/decimal";
import { publishCreditsChanged } from "../publish-credits-changed.server";
import { reconcileAccount } from "./reconcile-account.server";
import { compareBalances, type ShopifyBalance } from "./reconcile-all.server";

/** A statement that was compared this recently isn't compared again (milliseconds). */
const STATEMENT_FRESH_MS = 5_000;
/** An account that is posted to isn't compared again this soon. A confirmed posting is a comparison too (milliseconds). */
const POSTING_FRESH_MS = 60_000;
/** How long an administrator waits for Shopify (milliseconds). */
const WAIT_MS = 3_000;
/** The most customers of one query. */
const CUSTOMERS_PER_QUERY = 25;

/** What refreshing needs. */
export interface RefreshTools {
  shop: string;
  /** The shop's. */
  currency: string;
  adminApi: AdminApi;
}

/**
 * Reconciles a customer's account with Shopify, for its statement. If Shopify doesn't answer in time, the account stays as of its
 * last comparison.
 */
export async function refreshAccount(tools: RefreshTools, customerId: number): Promise<void> {
  await refresh(tools, [customerId], STATEMENT_FRESH_MS, (stale, signal) => reconcile(tools, stale, signal));
}

/**
 * Compares customers' balances with Shopify before something is posted to them, and reconciles the accounts that differ. If Shopify
 * doesn't answer in time, they stay as of their last comparison: Shopify itself refuses to take more than a customer has.
 * @returns whether all were compared
 */
export const refreshBeforePosting = (tools: RefreshTools, customerIds: readonly number[]): Promise<boolean> =>
  refresh(tools, customerIds, POSTING_FRESH_MS, async (stale, signal) => {
    const batches = Array.from({ length: Math.ceil(stale.length / CUSTOMERS_PER_QUERY) }, (_unused, index) =>
      stale.slice(index * CUSTOMERS_PER_QUERY, (index + 1) * CUSTOMERS_PER_QUERY),
    );
    const differing = await Promise.all(batches.map((batch) => findDiffering(tools, batch, signal)));
    return reconcile(tools, differing.flat(), signal);
  });

async function refresh(
  { shop }: RefreshTools,
  customerIds: readonly number[],
  freshMs: number,
  read: (stale: number[], signal: AbortSignal) => Promise<boolean>,
): Promise<boolean> {
  const stale = await findStale(shop, customerIds, freshMs);
  if (stale.length === 0) return true;
  try {
    return await read(stale, AbortSignal.timeout(WAIT_MS));
  } catch (error) {
    log.warn({ shop, err: error }, "store credit could not be read again from Shopify");
    return false;
  }
}

/** Customers that weren't compared recently. Erased customers have no counterpart at Shopify. */
async function findStale(shop: string, customerIds: readonly number[], freshMs: number): Promise<number[]> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ id: string }>(
      `SELECT id FROM unnest($2::bigint[]) AS id
        WHERE id > 0 AND NOT EXISTS (
          SELECT 1 FROM credit_accounts AS account
           WHERE account.shop = $1 AND account.customer_id = id
             AND compared_at > clock_timestamp() - make_interval(secs => $3))`,
      [shop, customerIds, freshMs / 1_000],
    ),
  );
  return rows.map(({ id }) => Number(id));
}

async function findDiffering(
  { shop, currency, adminApi }: RefreshTools,
  customerIds: readonly number[],
  signal: AbortSignal,
): Promise<number[]> {
  const ids = customerIds.map(customerGid);
  const { nodes } = await adminApi.run(storeCreditOfCustomers, { ids }, { priority: "person", signal });
  const balances = nodes.flatMap((node): ShopifyBalance[] => {
    const customerId = node && "id" in node ? customerNumber(node.id) : null;
    if (!node || !("id" in node) || customerId === null) return [];
    const account = node.storeCreditAccounts.nodes.find(({ balance }) => balance.currencyCode === currency);
    const cents = account ? parseMoney(account.balance) : NO_CENTS;
    return [{ customerId, accountId: account?.id ?? null, cents }];
  });
  return withShop(shop, (tx) => compareBalances(tx, shop, balances));
}

async function reconcile(
  { shop, adminApi }: RefreshTools,
  customerIds: readonly number[],
  signal: AbortSignal,
): Promise<boolean> {
  let recorded = 0;
  let areAllCompared = true;
  for (const customerId of customerIds) {
    const call = { priority: "person" as const, signal };
    const result = await reconcileAccount({ shop, adminApi, call }, customerId);
    if (result.state === "compared") recorded += result.recorded;
    else areAllCompared = false;
  }
  if (recorded > 0) publishCreditsChanged(shop);
  return areAllCompared;
}
