import type { Cents } from "~/platform/money/cents";

/** Who gets the email of an order's coupon. */
export interface OrderContact {
  /** Null for an order without one. */
  email: string | null;
  /** The first name, or the full name. */
  customerName: string;
  customerId: number | null;
}

/** A paid order as the rules of pools see it. */
export interface PaidOrder {
  /** The number in Shopify's id. */
  id: number;
  placedAt: Date;
  totalCents: Cents;
  productIds: readonly number[];
  /** Of the order and of its customer. */
  tags: readonly string[];
}
