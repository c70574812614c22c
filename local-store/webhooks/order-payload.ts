import type { Queryable } from "../data/database.ts";
import { findCustomer } from "../data/find-customers.ts";
import { toDateTime } from "../data/instants.ts";
import { toDecimalText } from "../data/minor-units.ts";
import { fulfillmentsOf, linesOf, refundsOfOrders, transactionsOf } from "../orders/read-orders.ts";
import {
  type FulfillmentRow,
  type OrderAddress,
  type OrderLineRow,
  type OrderRow,
  type OrderTransactionRow,
  orderName,
  type RefundRow,
  unfulfilledQuantity,
} from "../orders/rows.ts";
import { customerPayload } from "./customer-payload.ts";

/**
 * The body of the topics of an order. As at Shopify, it shows that store credit was used (`payment_gateway_names`), but not the
 * amount, which is in the account's transactions.
 */
export async function orderPayload(db: Queryable, order: OrderRow): Promise<Record<string, unknown>> {
  const customer = order.customer_id === null ? null : await findCustomer(db, order.shop, order.customer_id);
  const transactions = await transactionsOf(db, order.shop, order.id);
  const lines = await linesOf(db, order);
  const fulfillments = await fulfillmentsOf(db, order);
  const refunds = (await refundsOfOrders(db, order.shop, [order.id])).get(order.id) ?? [];
  const text = (cents: number) => toDecimalText(cents, order.currency);
  const refunded = sumOf(transactions.filter(({ kind }) => kind === "REFUND"));
  const email = order.email ?? customer?.email ?? null;
  const subtotal = order.total_cents - order.shipping_cents - order.tax_cents;
  return {
    id: order.id,
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    name: orderName(order),
    number: order.number - 1000,
    order_number: order.number,
    email: email ?? "",
    contact_email: email,
    phone: order.phone,
    currency: order.currency,
    presentment_currency: order.currency,
    financial_status: order.financial_status.toLowerCase(),
    fulfillment_status: restFulfillmentStatus(order.fulfillment_status),
    payment_gateway_names: [...new Set(transactions.map(({ gateway }) => gateway))],
    total_price: text(order.total_cents),
    subtotal_price: text(subtotal),
    current_total_price: text(order.total_cents - refunded),
    total_line_items_price: text(subtotal + order.discount_cents),
    total_discounts: text(order.discount_cents),
    total_shipping_price_set: money(order, order.shipping_cents),
    total_tax: text(order.tax_cents),
    total_weight: lines.reduce((sum, line) => sum + line.grams * line.quantity, 0),
    discount_codes: order.discount_codes.map(({ code, type, cents }) => ({
      code,
      type,
      amount: text(cents),
    })),
    line_items: lines.map((line) => linePayload(order, line)),
    shipping_lines:
      order.shipping_title === null
        ? []
        : [{ title: order.shipping_title, code: order.shipping_title, price: text(order.shipping_cents) }],
    note_attributes: order.custom_attributes.map(({ key, value }) => ({ name: key, value })),
    fulfillments: fulfillments.map((one) => fulfillmentPayload(order, one, lines)),
    refunds: refunds.map((refund) =>
      refundPayload(
        order,
        refund,
        transactions.filter(({ refund_id }) => refund_id === refund.id),
        lines,
      ),
    ),
    note: order.note,
    tags: order.tags.join(", "),
    test: order.test,
    confirmed: true,
    source_name: order.source_name,
    source_identifier: order.source_identifier,
    shipping_address: order.shipping_address && addressPayload(order.shipping_address),
    billing_address: order.billing_address && addressPayload(order.billing_address),
    cancel_reason: order.cancel_reason?.toLowerCase() ?? null,
    cancelled_at: order.cancelled_at && toDateTime(order.cancelled_at),
    closed_at: order.closed_at && toDateTime(order.closed_at),
    created_at: toDateTime(order.created_at),
    processed_at: toDateTime(order.processed_at ?? order.created_at),
    updated_at: toDateTime(order.updated_at),
    customer: customer && customerPayload(customer, order.currency),
  };
}

const sumOf = (transactions: readonly OrderTransactionRow[]) =>
  transactions.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

const restFulfillmentStatus = (status: OrderRow["fulfillment_status"]) =>
  ({ UNFULFILLED: null, PARTIALLY_FULFILLED: "partial", FULFILLED: "fulfilled" })[status];

function money({ currency }: OrderRow, cents: number) {
  const amount = { amount: toDecimalText(cents, currency), currency_code: currency };
  return { shop_money: amount, presentment_money: amount };
}

function linePayload(order: OrderRow, line: OrderLineRow): Record<string, unknown> {
  const text = (cents: number) => toDecimalText(cents, order.currency);
  const discount = line.discounts.reduce((sum, { cents }) => sum + cents, 0);
  const isFulfilled = unfulfilledQuantity(line) === 0;
  return {
    id: line.id,
    admin_graphql_api_id: `gid://shopify/LineItem/${line.id}`,
    product_id: line.product_id,
    variant_id: line.variant_id,
    title: line.title,
    variant_title: line.variant_title,
    name: [line.title, line.variant_title].filter(Boolean).join(" - "),
    sku: line.sku,
    vendor: line.vendor,
    quantity: line.quantity,
    current_quantity: line.quantity - line.refunded_quantity,
    fulfillable_quantity: unfulfilledQuantity(line),
    fulfillment_status: isFulfilled ? "fulfilled" : line.fulfilled_quantity > 0 ? "partial" : null,
    price: text(line.price_cents),
    price_set: money(order, line.price_cents),
    total_discount: text(discount),
    discount_allocations: line.discounts.map(({ cents }) => ({
      amount: text(cents),
      amount_set: money(order, cents),
    })),
    grams: line.grams,
    requires_shipping: line.requires_shipping,
    taxable: line.taxable,
    gift_card: line.gift_card,
    properties: line.properties.map(({ key, value }) => ({ name: key, value })),
    line_item_group: line.line_group && {
      id: line.line_group.id,
      title: line.line_group.title,
      quantity: line.line_group.quantity,
    },
  };
}

function addressPayload(address: OrderAddress): Record<string, unknown> {
  return {
    first_name: address.firstName,
    last_name: address.lastName,
    name: [address.firstName, address.lastName].filter(Boolean).join(" "),
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    province: address.province,
    province_code: address.provinceCode,
    country: address.country,
    country_code: address.countryCode,
    zip: address.zip,
    phone: address.phone,
  };
}

/** The body of `fulfillments/create` and `fulfillments/update`. */
export function fulfillmentPayload(
  order: OrderRow,
  fulfillment: FulfillmentRow,
  lines: readonly OrderLineRow[],
): Record<string, unknown> {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return {
    id: fulfillment.id,
    admin_graphql_api_id: `gid://shopify/Fulfillment/${fulfillment.id}`,
    order_id: order.id,
    name: `${orderName(order)}-F${fulfillment.position}`,
    status: fulfillment.status.toLowerCase(),
    shipment_status: fulfillment.shipment_status?.toLowerCase() ?? null,
    service: "manual",
    tracking_company: fulfillment.tracking_company,
    tracking_number: fulfillment.tracking_number,
    tracking_numbers: fulfillment.tracking_number === null ? [] : [fulfillment.tracking_number],
    tracking_url: fulfillment.tracking_url,
    tracking_urls: fulfillment.tracking_url === null ? [] : [fulfillment.tracking_url],
    line_items: fulfillment.lines.flatMap(({ lineId, quantity }) => {
      const line = byId.get(lineId);
      return line ? [{ ...linePayload(order, line), quantity }] : [];
    }),
    created_at: toDateTime(fulfillment.created_at),
    updated_at: toDateTime(fulfillment.updated_at),
  };
}

/** The body of `fulfillment_events/create`. */
export function fulfillmentEventPayload(
  fulfillment: FulfillmentRow,
  event: FulfillmentRow["events"][number],
): Record<string, unknown> {
  return {
    id: event.id,
    admin_graphql_api_id: `gid://shopify/FulfillmentEvent/${event.id}`,
    fulfillment_id: fulfillment.id,
    order_id: fulfillment.order_id,
    status: event.status.toLowerCase(),
    message: event.message,
    happened_at: toDateTime(event.happenedAt),
    created_at: toDateTime(event.happenedAt),
    updated_at: toDateTime(event.happenedAt),
  };
}

/** The body of `refunds/create`. */
export function refundPayload(
  order: OrderRow,
  refund: RefundRow,
  transactions: readonly OrderTransactionRow[],
  lines: readonly OrderLineRow[] = [],
): Record<string, unknown> {
  const at = toDateTime(refund.created_at);
  const byId = new Map(lines.map((line) => [line.id, line]));
  return {
    id: refund.id,
    admin_graphql_api_id: `gid://shopify/Refund/${refund.id}`,
    order_id: order.id,
    created_at: at,
    processed_at: at,
    note: refund.note,
    user_id: null,
    restock: refund.lines.some(({ restockType }) => restockType !== "NO_RESTOCK"),
    return: refund.return_id && {
      id: refund.return_id,
      admin_graphql_api_id: `gid://shopify/Return/${refund.return_id}`,
    },
    order_adjustments: [],
    refund_line_items: refund.lines.map((one) => {
      const line = byId.get(one.lineId);
      return {
        id: one.id,
        line_item_id: one.lineId,
        quantity: one.quantity,
        restock_type: one.restockType.toLowerCase(),
        subtotal: Number(toDecimalText(one.cents, order.currency)),
        line_item: line && linePayload(order, line),
      };
    }),
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
