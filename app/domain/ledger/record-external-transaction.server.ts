import { randomUUID } from "node:crypto";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Cents } from "~/platform/money/cents";
import { openAccounts } from "./post.server";
import type { PostingType } from "./posting";
import { BOOK } from "./settle.server";

/** A change of a customer's credit that was made outside Backroom: a paid order, a refund, an expired credit. */
export interface ExternalTransaction {
  customerId: number;
  type: PostingType;
  /** Signed: what it did to the balance. */
  amountCents: Cents;
  at: Date;
  reference: string;
  /** Shopify's transaction, or a key made from it if Shopify gives it no id. Null if it isn't Shopify's. */
  transactionId: string | null;
  balanceAfterCents: Cents | null;
  orderId?: string;
  orderName?: string;
  expiresAt?: Date;
  /** Shopify itself if absent. */
  by?: { id: string; name: string };
}

/** The actor of transactions that Shopify made itself. */
const SHOPIFY = { id: "shopify", name: "Shopify" };

/**
 * Records an external transaction as a confirmed posting. Repeating it has no effect.
 * @returns false when it was recorded before
 */
export async function recordExternalTransaction(
  tx: ShopTransaction,
  shop: string,
  transaction: ExternalTransaction,
): Promise<boolean> {
  const id = randomUUID();
  const taken = await tx.$client.query(
    `INSERT INTO ledger_outcomes (shop, posting_id, state, transaction_id, balance_after_cents)
     VALUES ($1, $2, 'CONFIRMED', $3, $4) ON CONFLICT (shop, transaction_id) WHERE transaction_id IS NOT NULL DO NOTHING`,
    [shop, id, transaction.transactionId, transaction.balanceAfterCents],
  );
  if (taken.rowCount === 0) return false;
  // A customer that the mirror doesn't have yet gets an account without a name.
  const accounts = await openAccounts(tx, shop, [transaction.customerId]);
  if (!accounts.has(transaction.customerId))
    await tx.$client.query(
      `INSERT INTO credit_accounts (shop, customer_id, currency) SELECT shop, $2, currency FROM shops WHERE shop = $1
       ON CONFLICT DO NOTHING`,
      [shop, transaction.customerId],
    );
  await tx.$client.query(
    `WITH posting AS (
       INSERT INTO ledger_postings (shop, id, customer_id, at, type, amount_cents, reference, expires_at, actor_id, actor_name,
              actor_email, order_id, order_name)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', $11, $12) RETURNING id, customer_id, type, amount_cents),
     booked AS (${BOOK})
     UPDATE credit_accounts AS account SET balance_cents = balance_cents + posting.amount_cents
       FROM posting WHERE account.shop = $1 AND account.customer_id = posting.customer_id`,
    [
      shop,
      id,
      transaction.customerId,
      transaction.at,
      transaction.type,
      transaction.amountCents,
      transaction.reference,
      transaction.expiresAt ?? null,
      (transaction.by ?? SHOPIFY).id,
      (transaction.by ?? SHOPIFY).name,
      transaction.orderId ?? null,
      transaction.orderName ?? null,
    ],
  );
  return true;
}
