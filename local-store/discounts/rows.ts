/** Rows of discounts and their codes, as `pg` returns them. Amounts are whole cents. */

export interface DiscountRow {
  shop: string;
  id: number;
  title: string;
  /** A share from 0 to 1. Null for an amount. */
  percentage: number | null;
  amount_cents: number | null;
  once_per_customer: boolean;
  usage_limit: number | null;
  starts_at: Date;
  ends_at: Date | null;
  created_at: Date;
}

/** A code with its discount. */
export interface DiscountCodeRow {
  shop: string;
  id: number;
  discount_id: number;
  code: string;
}

/** An order's use of a code. */
export interface DiscountUseRow {
  shop: string;
  order_id: number;
  discount_id: number;
  code_id: number;
  code: string;
  customer_id: number | null;
  amount_cents: number;
  used_at: Date;
}

/** Codes that are being added to a discount. */
export interface CodeCreationRow {
  shop: string;
  id: number;
  discount_id: number;
  created_at: Date;
  due_at: Date;
  done_at: Date | null;
}

/** One of them with its result. Neither a code id nor an error while it isn't done. */
export interface CreatedCodeRow {
  shop: string;
  creation_id: number;
  position: number;
  code: string;
  code_id: number | null;
  error_code: string | null;
  error_message: string | null;
}
