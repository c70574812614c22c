/** Rows of orders, as `pg` returns them. All amounts are whole cents. */

import type { AddressRow } from "../data/rows.ts";

/** A name with a value, such as an attribute of a cart. */
export interface Attribute {
  key: string;
  value: string;
}

/** An order's address. */
export type OrderAddress = Omit<AddressRow, "id">;

/** A discount code of an order, with what it saved. */
export interface UsedCode {
  code: string;
  type: "fixed_amount" | "percentage" | "shipping";
  cents: number;
}

/** An assessment of an order's risk by an app. */
export interface RiskAssessment {
  /** The app's API key. Null for Shopify's own. */
  provider: string | null;
  riskLevel: "HIGH" | "LOW" | "MEDIUM" | "NONE" | "PENDING";
  facts: Array<{ description: string; sentiment: "NEGATIVE" | "NEUTRAL" | "POSITIVE" }>;
}

export interface OrderRow {
  shop: string;
  id: number;
  /** 1001, 1002, …, which is the order's name without `#`. */
  number: number;
  /** Null for an order without a customer. */
  customer_id: number | null;
  currency: string;
  total_cents: number;
  financial_status: "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "PENDING" | "REFUNDED" | "VOIDED";
  created_at: Date;
  updated_at: Date;
  cancelled_at: Date | null;
  /** Null if it is `#` and the number. */
  name: string | null;
  email: string | null;
  phone: string | null;
  note: string | null;
  tags: string[];
  source_name: string;
  source_identifier: string | null;
  test: boolean;
  /** Null if it is `created_at`. */
  processed_at: Date | null;
  closed_at: Date | null;
  cancel_reason: "CUSTOMER" | "DECLINED" | "FRAUD" | "INVENTORY" | "OTHER" | "STAFF" | null;
  fulfillment_status: "UNFULFILLED" | "PARTIALLY_FULFILLED" | "FULFILLED";
  return_status: "NO_RETURN" | "RETURN_REQUESTED" | "IN_PROGRESS" | "RETURNED";
  discount_cents: number;
  shipping_cents: number;
  shipping_title: string | null;
  tax_cents: number;
  discount_codes: UsedCode[];
  custom_attributes: Attribute[];
  shipping_address: OrderAddress | null;
  billing_address: OrderAddress | null;
  risks: RiskAssessment[];
}

/** A bundle that lines belong to. Ids are global ids. */
export interface LineGroup {
  id: number;
  title: string;
  quantity: number;
  variantId: string | null;
  variantSku: string | null;
}

export interface OrderLineRow {
  shop: string;
  id: number;
  order_id: number;
  position: number;
  product_id: number | null;
  variant_id: number | null;
  title: string;
  variant_title: string | null;
  sku: string | null;
  vendor: string | null;
  quantity: number;
  price_cents: number;
  /** What the whole line is reduced by. The code is null for a discount without one. */
  discounts: Array<{ code: string | null; cents: number }>;
  grams: number;
  weight_unit: "g" | "kg" | "lb" | "oz";
  requires_shipping: boolean;
  taxable: boolean;
  gift_card: boolean;
  properties: Attribute[];
  line_group: LineGroup | null;
  fulfilled_quantity: number;
  refunded_quantity: number;
  /** Refunded before it was fulfilled. */
  removed_quantity: number;
}

export interface FulfillmentLine {
  id: number;
  lineId: number;
  quantity: number;
}

/** The statuses of a parcel's way, as in the enum `FulfillmentEventStatus`. */
export type ShipmentStatus =
  | "ATTEMPTED_DELIVERY"
  | "CARRIER_PICKED_UP"
  | "CONFIRMED"
  | "DELAYED"
  | "DELIVERED"
  | "FAILURE"
  | "IN_TRANSIT"
  | "LABEL_PRINTED"
  | "LABEL_PURCHASED"
  | "OUT_FOR_DELIVERY"
  | "READY_FOR_PICKUP";

export interface FulfillmentRow {
  shop: string;
  id: number;
  order_id: number;
  /** From 1: `#1001-F1`. */
  position: number;
  status: "SUCCESS" | "CANCELLED";
  tracking_company: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  shipment_status: ShipmentStatus | null;
  delivered_at: Date | null;
  lines: FulfillmentLine[];
  events: Array<{ id: number; status: ShipmentStatus; message: string | null; happenedAt: string }>;
  created_at: Date;
  updated_at: Date;
}

/** Payment gateways: store credit, a test gateway for card payments, and payments that were recorded by hand. */
export type Gateway = "shopify_store_credit" | "bogus" | "manual";

export interface OrderTransactionRow {
  shop: string;
  id: number;
  order_id: number;
  refund_id: number | null;
  /** For a capture, refund, or void: the payment. */
  parent_id: number | null;
  kind: "SALE" | "AUTHORIZATION" | "CAPTURE" | "REFUND" | "VOID";
  gateway: Gateway;
  amount_cents: number;
  created_at: Date;
}

export interface RefundLine {
  id: number;
  lineId: number;
  quantity: number;
  /** What the units cost after their discounts. */
  cents: number;
  restockType: "CANCEL" | "LEGACY_RESTOCK" | "NO_RESTOCK" | "RETURN";
}

export interface RefundRow {
  shop: string;
  id: number;
  order_id: number;
  return_id: number | null;
  note: string | null;
  lines: RefundLine[];
  shipping_cents: number;
  idempotency_key: string | null;
  created_at: Date;
}

/** `#1001`, unless the order was created with another name. */
export const orderName = ({ name, number }: Pick<OrderRow, "name" | "number">): string =>
  name ?? `#${number}`;

/** What a line costs after its discounts. */
export const lineTotalCents = (
  line: Pick<OrderLineRow, "price_cents" | "quantity" | "discounts">,
  quantity = line.quantity,
): number => {
  const discount = line.discounts.reduce((sum, { cents }) => sum + cents, 0);
  return line.price_cents * quantity - Math.round((discount * quantity) / line.quantity);
};

/** The units of a line that are neither fulfilled nor removed. */
export const unfulfilledQuantity = (
  line: Pick<OrderLineRow, "quantity" | "fulfilled_quantity" | "removed_quantity">,
): number => line.quantity - line.fulfilled_quantity - line.removed_quantity;
