/** Rows of store credit, as `pg` returns them; all amounts are whole cents. */

export interface StoreCreditAccountRow {
  shop: string;
  id: number;
  customer_id: number;
  currency: string;
  balance_cents: number;
  created_at: Date;
}

export type StoreCreditTransactionType = "CREDIT" | "DEBIT" | "DEBIT_REVERT" | "EXPIRATION";

/** Why a transaction came to be: the schema's enum `StoreCreditSystemEvent`, as far as the local store lets it happen. */
export type StoreCreditEvent = "ADJUSTMENT" | "ORDER_PAYMENT" | "ORDER_REFUND" | "ORDER_CANCELLATION";

/** How much a debit took from which row. */
export interface Spending {
  id: number;
  cents: number;
}

export interface StoreCreditTransactionRow {
  shop: string;
  id: number;
  account_id: number;
  type: StoreCreditTransactionType;
  event: StoreCreditEvent;
  /** Negative for debits and expirations. */
  amount_cents: number;
  balance_after_cents: number;
  created_at: Date;
  expires_at: Date | null;
  /** What can still be spent of it; of an expired credit, what was left when it expired. */
  remaining_cents: number;
  expired: boolean;
  spent: Spending[];
  /** Of a debit: how much of it was given back. */
  reverted_cents: number;
  /** Of a revert: the debit that it gives back. */
  debit_id: number | null;
  /** Of an expiration: the credit that expired. */
  credit_id: number | null;
  /** The payment or refund of an order that caused it. */
  order_transaction_id: number | null;
}
