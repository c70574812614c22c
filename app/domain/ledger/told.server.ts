import { randomUUID } from "node:crypto";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { openAccounts } from "./post.server";
import type { PostingType } from "./posting";
import { BOOK } from "./settle.server";

/** Something that happened to a customer's credit without this console: an order paid, a refund, a credit that ran out. */
export interface ToldPosting {
  customerId: number;
  type: PostingType;
  /** Signed: what it did to the balance. */
  amountCents: number;
  at: Date;
  reference: string;
  /** Shopify's transaction, or what stands for it where Shopify gives it no id; null for what is none of Shopify's. */
  transactionId: string | null;
  balanceAfterCents: number | null;
  orderId?: string;
  orderName?: string;
  expiresAt?: Date;
  /** Who did it; Shopify itself, unless told. */
  by?: { id: string; name: string };
}

/** Who did what Shopify told, where it was nobody in its admin. */
const SHOPIFY = { id: "shopify", name: "Shopify" };

/**
 * Takes in what Shopify told: a posting that is confirmed from the start, whose transaction is taken in once, however often it is told.
 * @returns false when it was known already
 */
export async function takeIn(tx: ShopTransaction, shop: string, told: ToldPosting): Promise<boolean> {
  const id = randomUUID();
  const taken = await tx.$client.query(
    `INSERT INTO ledger_outcomes (shop, posting_id, state, transaction_id, balance_after_cents)
     VALUES ($1, $2, 'CONFIRMED', $3, $4) ON CONFLICT (shop, transaction_id) WHERE transaction_id IS NOT NULL DO NOTHING`,
    [shop, id, told.transactionId, told.balanceAfterCents],
  );
  if (taken.rowCount === 0) return false;
  // Somebody whom the mirror does not have (yet) has an account without a name.
  const known = await openAccounts(tx, shop, [told.customerId]);
  if (!known.has(told.customerId))
    await tx.$client.query(
      `INSERT INTO credit_accounts (shop, customer_id, currency) SELECT shop, $2, currency FROM shops WHERE shop = $1
       ON CONFLICT DO NOTHING`,
      [shop, told.customerId],
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
      told.customerId,
      told.at,
      told.type,
      told.amountCents,
      told.reference,
      told.expiresAt ?? null,
      (told.by ?? SHOPIFY).id,
      (told.by ?? SHOPIFY).name,
      told.orderId ?? null,
      told.orderName ?? null,
    ],
  );
  return true;
}
