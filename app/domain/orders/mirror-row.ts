import type { BulkLineItemNode, BulkOrderNode } from "~/connectors/shopify/operations/orders";
import type { Cents } from "~/platform/money/cents";
import { parseDecimal } from "~/platform/money/decimal";

/** What a cart added to a line. */
export interface LineAttribute {
  key: string;
  value: string | null;
}

/** A line of an order as the mirror has it, in the names of the table's columns. */
export interface LineRow {
  id: number;
  position: number;
  sku: string | null;
  title: string;
  quantity: number;
  current_quantity: number;
  price_cents: Cents;
  total_cents: Cents;
  group_id: string | null;
  group_title: string | null;
  group_sku: string | null;
  group_quantity: number | null;
  attributes: LineAttribute[];
}

/** An order as the mirror has it, in the names of the table's columns, with its lines. Instants are ISO 8601 text. */
export interface OrderRow {
  id: number;
  name: string;
  customer_id: number | null;
  processed_at: string;
  created_at: string;
  updated_at: string;
  cancelled_at: string | null;
  fulfilled_at: string | null;
  delivered_at: string | null;
  financial_status: string;
  fulfillment_status: string;
  return_status: string;
  risk: string;
  test: boolean;
  source_name: string | null;
  source_identifier: string | null;
  tags: string[];
  discount_codes: string[];
  total_cents: Cents;
  discount_cents: Cents;
  refunded_cents: Cents;
  lines: LineRow[];
}

function requireNumber(type: "Customer" | "LineItem" | "Order", id: string): number {
  const digits = new RegExp(`^gid://shopify/${type}/(\\d{1,16})$`).exec(id)?.[1];
  if (!digits) throw new Error(`"${id}" isn't the id of a ${type}.`);
  return Number(digits);
}

/** The number in Shopify's id of an order. Throws for the id of something else. */
export const orderNumber = (id: string): number => requireNumber("Order", id);

/** Shopify's id of an order. */
export const orderGid = (id: number | string): string => `gid://shopify/Order/${id}`;

interface MoneySet {
  shopMoney: { amount: string; currencyCode: string };
}

const centsOf = ({ shopMoney: { amount, currencyCode } }: MoneySet): Cents =>
  parseDecimal(amount, currencyCode);

/** The row of an order that was read with all of its lines. */
export function mirrorRowOf(order: BulkOrderNode, lines: readonly BulkLineItemNode[]): OrderRow {
  const zero = 0 as Cents;
  const parcels = order.fulfillments.filter(({ status }) => status === "SUCCESS");
  return {
    id: orderNumber(order.id),
    name: order.name,
    customer_id: order.customer ? requireNumber("Customer", order.customer.id) : null,
    processed_at: order.processedAt,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt,
    fulfilled_at: latest(parcels.map(({ createdAt }) => createdAt)),
    delivered_at: parcels.every(({ deliveredAt }) => deliveredAt)
      ? latest(parcels.flatMap(({ deliveredAt }) => deliveredAt ?? []))
      : null,
    financial_status: order.displayFinancialStatus ?? "PENDING",
    fulfillment_status: order.displayFulfillmentStatus,
    return_status: order.returnStatus,
    risk: order.risk.recommendation,
    test: order.test,
    source_name: order.sourceName,
    source_identifier: order.sourceIdentifier,
    tags: order.tags,
    discount_codes: order.discountCodes,
    total_cents: centsOf(order.totalPriceSet),
    discount_cents: order.totalDiscountsSet ? centsOf(order.totalDiscountsSet) : zero,
    refunded_cents: centsOf(order.totalRefundedSet),
    lines: lines.map(lineRowOf),
  };
}

const latest = (instants: readonly string[]): string | null => [...instants].sort().at(-1) ?? null;

function lineRowOf(line: BulkLineItemNode, index: number): LineRow {
  const group = line.lineItemGroup;
  return {
    id: requireNumber("LineItem", line.id),
    position: index + 1,
    sku: line.sku || null,
    title: line.title,
    quantity: line.quantity,
    current_quantity: line.currentQuantity,
    price_cents: centsOf(line.originalUnitPriceSet),
    total_cents: centsOf(line.discountedTotalSet),
    group_id: group?.id ?? null,
    group_title: group?.title ?? null,
    group_sku: group?.variantSku ?? null,
    group_quantity: group?.quantity ?? null,
    attributes: line.customAttributes.map(({ key, value }) => ({ key, value })),
  };
}
