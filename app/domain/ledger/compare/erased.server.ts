import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { lockAccounts } from "../post.server";
import { takeIn } from "../told.server";
import { type ReadAccount, transactionKey } from "./read-account.server";
import { toldBy } from "./told-transaction.server";

/**
 * Under which number the ledger has an account of Shopify's whose person's data were erased, the last time: Shopify may keep the
 * account, and its transactions are known to the ledger. Null for everybody else.
 */
export async function pseudonymOf(
  tx: ShopTransaction,
  shop: string,
  transactions: ReadAccount["transactions"],
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
 * What happens to an erased person's account at Shopify belongs to what the ledger has of it; nothing is opened anew, and no order is
 * named.
 * @param unknown what the ledger has not heard of, newest first
 * @returns how many were taken in
 */
export async function takeInErased(
  tx: ShopTransaction,
  shop: string,
  pseudonym: number,
  unknown: ReadAccount["transactions"],
): Promise<number> {
  await lockAccounts(tx, shop, [pseudonym]);
  let takenIn = 0;
  for (const transaction of unknown.toReversed()) {
    const { orderId, orderName, ...told } = toldBy(transaction, pseudonym);
    const reference = orderId || orderName ? told.type : told.reference;
    if (await takeIn(tx, shop, { ...told, reference })) takenIn += 1;
  }
  return takenIn;
}

/**
 * Somebody whose data were erased has credit again: Shopify has gone on with the account that they had. What the ledger still has
 * under the number below zero goes on in their new account, so that it has what Shopify has, and nothing is owed twice.
 * @returns how many postings that took
 */
export async function carryOver(
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
  const amountCents = Number(left.cents);
  const opening = { type: "Opening", at: left.now, transactionId: null, balanceAfterCents: null } as const;
  const gone = { customerId: pseudonym, amountCents: -amountCents, reference: "Goes on in a new account" };
  await takeIn(tx, shop, { ...opening, ...gone });
  await takeIn(tx, shop, { ...opening, customerId, amountCents, reference: "Balance that Shopify kept" });
  return 2;
}
