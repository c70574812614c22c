import { findCustomer } from "../data/customers.ts";
import type { Queryable } from "../data/database.ts";
import { toDateTime } from "../data/instants.ts";
import { toDecimalText } from "../data/minor-units.ts";
import { transactionsOf } from "../orders/read-orders.ts";
import { type OrderRow, type OrderTransactionRow, orderName, type RefundRow } from "../orders/rows.ts";
import { customerPayload } from "./customer-payload.ts";

/**
 * The body of `orders/create`, `orders/paid`, and `orders/cancelled`, without line items and addresses. As at Shopify, it shows that
 * store credit was used (`payment_gateway_names`), but not the amount, which is in the account's transactions.
 */
export async function orderPayload(db: Queryable, order: OrderRow): Promise<Record<string, unknown>> {
  const customer = await findCustomer(db, order.shop, order.customer_id);
  const transactions = await transactionsOf(db, order.shop, order.id);
  const total = toDecimalText(order.total_cents, order.currency);
  const none = toDecimalText(0, order.currency);
  const cancelledAt = order.cancelled_at ? toDateTime(order.cancelled_at) : null;
  return {
    id: order.id,
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    name: orderName(order),
    number: order.number - 1000,
    order_number: order.number,
    email: customer?.email ?? "",
    contact_email: customer?.email ?? null,
    currency: order.currency,
    presentment_currency: order.currency,
    financial_status: order.financial_status.toLowerCase(),
    fulfillment_status: null,
    payment_gateway_names: [...new Set(transactions.map(({ gateway }) => gateway))],
    total_price: total,
    subtotal_price: total,
    current_total_price: total,
    total_discounts: none,
    total_tax: none,
    discount_codes: [],
    line_items: [],
    refunds: [],
    note: null,
    tags: "",
    test: false,
    source_name: "web",
    cancel_reason: cancelledAt ? "customer" : null,
    cancelled_at: cancelledAt,
    closed_at: null,
    created_at: toDateTime(order.created_at),
    processed_at: toDateTime(order.created_at),
    updated_at: toDateTime(order.updated_at),
    customer: customer && customerPayload(customer, order.currency),
  };
}

/** The body of `refunds/create`. */
export function refundPayload(
  order: OrderRow,
  refund: RefundRow,
  transactions: readonly OrderTransactionRow[],
): Record<string, unknown> {
  const at = toDateTime(refund.created_at);
  return {
    id: refund.id,
    admin_graphql_api_id: `gid://shopify/Refund/${refund.id}`,
    order_id: order.id,
    created_at: at,
    processed_at: at,
    note: null,
    user_id: null,
    restock: false,
    order_adjustments: [],
    refund_line_items: [],
    duties: [],
    transactions: transactions.map((row) => ({
      id: row.id,
      admin_graphql_api_id: `gid://shopify/OrderTransaction/${row.id}`,
      order_id: order.id,
      parent_id: row.parent_id,
      kind: row.kind.toLowerCase(),
      gateway: row.gateway,
      status: "success",
      amount: toDecimalText(row.amount_cents, order.currency),
      currency: order.currency,
      created_at: toDateTime(row.created_at),
      processed_at: toDateTime(row.created_at),
      test: false,
    })),
  };
}
