import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { centsFromDatabase, negateCents } from "~/platform/money/cents";
import { lockAccounts } from "../post.server";
import { recordExternalTransaction, toExternalTransaction } from "./external-transaction.server";
import { type ShopifyAccount, transactionKey } from "./read-shopify-account.server";

/**
 * The latest pseudonym under which the ledger has these transactions of an erased customer. Shopify may keep the account after the
 * erasure. Null for all other customers.
 */
export async function findPseudonym(
  tx: ShopTransaction,
  shop: string,
  transactions: ShopifyAccount["transactions"],
): Promise<number | null> {
  const { rows } = await tx.$client.query<{ id: string }>(
    `SELECT customer_id AS id FROM ledger_outcomes AS outcome
       JOIN ledger_postings AS posting ON posting.shop = $1 AND posting.id = outcome.posting_id
      WHERE outcome.shop = $1 AND outcome.transaction_id = ANY($2::text[]) AND posting.customer_id < 0
      ORDER BY customer_id LIMIT 1`,
    [shop, transactions.map(transactionKey)],
  );
  return rows[0] ? Number(rows[0].id) : null;
}

/**
 * Records an erased customer's new transactions under their pseudonym, without a new account and without order names.
 * @param unknown transactions that the ledger lacks, newest first
 * @returns how many were recorded
 */
export async function recordForErased(
  tx: ShopTransaction,
  shop: string,
  pseudonym: number,
  unknown: ShopifyAccount["transactions"],
): Promise<number> {
  await lockAccounts(tx, shop, [pseudonym]);
  let recorded = 0;
  for (const transaction of unknown.toReversed()) {
    const { orderId, orderName, ...external } = toExternalTransaction(transaction, pseudonym);
    const reference = orderId || orderName ? external.type : external.reference;
    if (await recordExternalTransaction(tx, shop, { ...external, reference })) recorded += 1;
  }
  return recorded;
}

/**
 * Moves the balance of an erased customer, who has credit again, from the pseudonym to the new account. Shopify continued the old
 * account, so without this the balance would be owed twice.
 * @returns the number of postings
 */
export async function moveToNewAccount(
  tx: ShopTransaction,
  shop: string,
  { pseudonym, customerId }: { pseudonym: number; customerId: number },
): Promise<number> {
  await lockAccounts(tx, shop, [pseudonym]);
  const { rows } = await tx.$client.query<{ cents: string; now: Date }>(
    `SELECT balance_cents AS cents, clock_timestamp() AS now FROM credit_accounts
      WHERE shop = $1 AND customer_id = $2 AND balance_cents <> 0`,
    [shop, pseudonym],
  );
  const [left] = rows;
  if (!left) return 0;
  const amountCents = centsFromDatabase(left.cents);
  const opening = { type: "Opening", at: left.now, transactionId: null, balanceAfterCents: null } as const;
  const gone = {
    customerId: pseudonym,
    amountCents: negateCents(amountCents),
    reference: "Moved to a new account",
  };
  await recordExternalTransaction(tx, shop, { ...opening, ...gone });
  await recordExternalTransaction(tx, shop, {
    ...opening,
    customerId,
    amountCents,
    reference: "Balance kept by Shopify",
  });
  return 2;
}
