/** Rows of orders, as `pg` returns them; all amounts are whole cents. */

export interface OrderRow {
  shop: string;
  id: number;
  /** 1001, 1002, …, which is the order's name without `#`. */
  number: number;
  customer_id: number;
  currency: string;
  total_cents: number;
  financial_status: "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "VOIDED";
  created_at: Date;
  updated_at: Date;
  cancelled_at: Date | null;
}

/** Payment gateways: store credit, and a test gateway for card payments. */
export type Gateway = "shopify_store_credit" | "bogus";

export interface OrderTransactionRow {
  shop: string;
  id: number;
  order_id: number;
  refund_id: number | null;
  /** For a refund or void: the refunded payment. */
  parent_id: number | null;
  kind: "SALE" | "AUTHORIZATION" | "REFUND" | "VOID";
  gateway: Gateway;
  amount_cents: number;
  created_at: Date;
}

export interface RefundRow {
  shop: string;
  id: number;
  order_id: number;
  created_at: Date;
}

/** `#1001` */
export const orderName = ({ number }: Pick<OrderRow, "number">): string => `#${number}`;
