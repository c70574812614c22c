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

/** The cause of a transaction: the supported values of the enum `StoreCreditSystemEvent`. */
export type StoreCreditEvent = "ADJUSTMENT" | "ORDER_PAYMENT" | "ORDER_REFUND" | "ORDER_CANCELLATION";

/** The amount that a debit spent of one row. */
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
  /** The unspent amount. For an expired credit, the amount that expired. */
  remaining_cents: number;
  expired: boolean;
  spent: Spending[];
  /** For a debit: the amount reverted so far. */
  reverted_cents: number;
  /** For a revert: the reverted debit. */
  debit_id: number | null;
  /** For an expiration: the expired credit. */
  credit_id: number | null;
  /** The order's payment or refund that caused the transaction. */
  order_transaction_id: number | null;
}
