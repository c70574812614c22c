import { toDateTime } from "../../data/instants.ts";
import type { CustomerRow } from "../../data/rows.ts";
import { findOrder, findOrders } from "../../orders/read-orders.ts";
import {
  type OrderAddress,
  type OrderLineRow,
  type OrderRow,
  type OrderTransactionRow,
  orderName,
  unfulfilledQuantity,
} from "../../orders/rows.ts";
import { includesScope } from "../../webhooks/installation.ts";
import { type RequestContext, requireScope, storedNamespace } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { gid, idOfType } from "../gid.ts";
import { type SearchArguments, tableCount, tablePage, type Within } from "../paging/table-page.ts";
import { orderFields } from "../search/searchable-fields.ts";
import { addressSource, customerSource } from "./customer.ts";
import { fulfillmentSource } from "./fulfillment.ts";
import { fulfillmentOrdersOf } from "./fulfillment-order.ts";
import { lineSource } from "./line-item.ts";
import { metafieldField, metafieldsList } from "./metafield.ts";
import { moneyBag } from "./money.ts";

import { type OrderSource, orderSource } from "./order-source.ts";
import { refundSource } from "./refund.ts";
import { returnSource } from "./return.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";

type OrderTransactionSource = OrderTransactionRow & { __typename: "OrderTransaction"; currency: string };

const ACCESS_DAYS = 60;

/** Without `read_all_orders`, an app sees the orders of the last 60 days. */
export function visibleOrdersSince(context: RequestContext): Date | null {
  if (includesScope(context.token.scopes, "read_all_orders")) return null;
  return new Date(context.store.clock.now() - ACCESS_DAYS * 86_400_000);
}

const isVisible = (context: RequestContext, order: OrderRow) =>
  order.created_at >= (visibleOrdersSince(context) ?? order.created_at);

/** The order with this id, or null. */
export async function findOrderSource(context: RequestContext, id: number): Promise<OrderSource | null> {
  const row = await findOrder(context.store.pool, context.shop.domain, id);
  return row && isVisible(context, row) ? orderSource(row) : null;
}

/** A payment or refund of an order with its order, or null. */
export async function findOrderTransaction(context: RequestContext, id: number) {
  const { rows } = await context.store.pool.query<OrderTransactionRow>(
    "SELECT * FROM order_transactions WHERE shop = $1 AND id = $2",
    [context.shop.domain, id],
  );
  const [row] = rows;
  return row ? transactionSource(row, context.shop.currency) : null;
}

/** A payment or refund as a resolver source. */
export const transactionSource = (row: OrderTransactionRow, currency: string): OrderTransactionSource => ({
  ...row,
  __typename: "OrderTransaction",
  currency,
});

function readOrdersPage(
  context: RequestContext,
  key: string | number,
  args: SearchArguments,
  within?: Within,
) {
  const since = visibleOrdersSince(context);
  return tablePage(
    context,
    [key],
    "orders",
    orderFields,
    args,
    async (ids) => (await findOrders(context.store.pool, context.shop.domain, ids)).map(orderSource),
    (sql) => {
      const condition = within?.(sql) ?? "true";
      return since ? `${condition} AND created_at >= ${sql.add(since)}` : condition;
    },
  );
}

interface OrderIdentifier {
  id?: string;
  customId?: { namespace?: string | null; key: string; value: string };
}

/** The root fields of orders. */
export const orderQueries: TypeResolvers = {
  order: (_root, { id }: { id: string }, context) => findOrderSource(context, idOfType(id, "Order")),
  orderByIdentifier: async (_root, { identifier }: { identifier: OrderIdentifier }, context) => {
    if (identifier.id) return findOrderSource(context, idOfType(identifier.id, "Order"));
    const id = identifier.customId && (await findByCustomId(context, "ORDER", identifier.customId));
    return id ? findOrderSource(context, id) : null;
  },
  orders: (_root, args: SearchArguments, context, info) => readOrdersPage(context, info.path.key, args),
  ordersCount: (_root, args: { query?: string | null; limit?: number | null }, context, info) =>
    tableCount(
      context,
      [info.path.key],
      "orders",
      orderFields,
      args.query,
      args.limit === undefined ? 10_000 : args.limit,
    ),
};

/** The orders of a customer. */
export const ownedOrders: TypeResolvers = {
  orders: (customer: CustomerRow, args: SearchArguments, context, info) => {
    requireScope(context, "orders", "read_orders");
    return readOrdersPage(context, info.path.key, args, (sql) => `customer_id = ${sql.add(customer.id)}`);
  },
};

const bag = (order: OrderSource, cents: number) => moneyBag(cents, order.currency);
const isoOrNull = (instant: Date | string | null) => (instant ? toDateTime(instant) : null);

/** The supported fields of an order. */
export const orderResolvers: TypeResolvers = {
  id: (order: OrderSource) => gid("Order", order.id),
  legacyResourceId: (order: OrderSource) => String(order.id),
  name: (order: OrderSource) => orderName(order),
  number: (order: OrderSource) => order.number,
  createdAt: (order: OrderSource) => toDateTime(order.created_at),
  processedAt: (order: OrderSource) => toDateTime(order.processed_at ?? order.created_at),
  updatedAt: (order: OrderSource) => toDateTime(order.updated_at),
  cancelledAt: (order: OrderSource) => isoOrNull(order.cancelled_at),
  cancelReason: (order: OrderSource) => order.cancel_reason,
  closedAt: (order: OrderSource) => isoOrNull(order.closed_at),
  closed: (order: OrderSource) => order.closed_at !== null,
  confirmed: () => true,
  currencyCode: (order: OrderSource) => order.currency,
  presentmentCurrencyCode: (order: OrderSource) => order.currency,
  displayFinancialStatus: (order: OrderSource) => order.financial_status,
  displayFulfillmentStatus: (order: OrderSource) => order.fulfillment_status,
  returnStatus: (order: OrderSource) => order.return_status,
  fullyPaid: (order: OrderSource) => !["AUTHORIZED", "PENDING", "VOIDED"].includes(order.financial_status),
  unpaid: (order: OrderSource) => ["AUTHORIZED", "PENDING"].includes(order.financial_status),
  email: (order: OrderSource, _args, context) =>
    withCustomer(order, context, (one) => order.email ?? one?.email ?? null),
  phone: (order: OrderSource) => order.phone,
  note: (order: OrderSource) => order.note,
  tags: (order: OrderSource) => order.tags,
  test: (order: OrderSource) => order.test,
  sourceName: (order: OrderSource) => order.source_name,
  sourceIdentifier: (order: OrderSource) => order.source_identifier,
  customAttributes: (order: OrderSource) => order.custom_attributes,
  discountCodes: (order: OrderSource) => order.discount_codes.map(({ code }) => code),
  discountCode: (order: OrderSource) => order.discount_codes[0]?.code ?? null,
  totalPriceSet: (order: OrderSource) => bag(order, order.total_cents),
  originalTotalPriceSet: (order: OrderSource) => bag(order, order.total_cents),
  subtotalPriceSet: (order: OrderSource) =>
    bag(order, order.total_cents - order.shipping_cents - order.tax_cents),
  totalDiscountsSet: (order: OrderSource) => bag(order, order.discount_cents),
  totalShippingPriceSet: (order: OrderSource) => bag(order, order.shipping_cents),
  totalTaxSet: (order: OrderSource) => bag(order, order.tax_cents),
  currentTotalPriceSet: (order: OrderSource, _args, context) =>
    refundedCents(order, context).then((refunded) => bag(order, order.total_cents - refunded)),
  totalRefundedSet: (order: OrderSource, _args, context) =>
    refundedCents(order, context).then((refunded) => bag(order, refunded)),
  subtotalLineItemsQuantity: (order: OrderSource, _args, context) =>
    withLines(order, context, (lines) => lines.reduce((sum, line) => sum + line.quantity, 0)),
  currentSubtotalLineItemsQuantity: (order: OrderSource, _args, context) =>
    withLines(order, context, (lines) =>
      lines.reduce((sum, line) => sum + line.quantity - line.refunded_quantity, 0),
    ),
  fulfillable: (order: OrderSource, _args, context) =>
    withLines(
      order,
      context,
      (lines) => !order.cancelled_at && lines.some((line) => unfulfilledQuantity(line) > 0),
    ),
  shippingAddress: (order: OrderSource) => orderAddress(order, order.shipping_address),
  /** No order of this store comes from a browser. */
  clientIp: () => null,
  billingAddress: (order: OrderSource) => orderAddress(order, order.billing_address),
  shippingLine: (order: OrderSource) =>
    order.shipping_title === null
      ? null
      : { title: order.shipping_title, originalPriceSet: bag(order, order.shipping_cents) },
  customer: (order: OrderSource, _args, context) => {
    requireScope(context, "customer", "read_customers");
    return withCustomer(order, context, (customer) => customer && customerSource(customer));
  },
  transactions: async (order: OrderSource, { first }: { first?: number | null }, context) =>
    ((await context.orderTransactions.load(order.id)) ?? [])
      .slice(0, first ?? undefined)
      .map((row) => transactionSource(row, order.currency)),
  fulfillments: async (
    order: OrderSource,
    { first, query }: { first?: number | null; query?: string | null },
    context,
  ) => {
    if (query) throw notImplemented("the search of fulfillments");
    const rows = (await context.fulfillments.load(order.id)) ?? [];
    return rows.slice(0, first ?? undefined).map((row) => fulfillmentSource(row, order));
  },
  refunds: async (order: OrderSource, { first }: { first?: number | null }, context) =>
    ((await context.refunds.load(order.id)) ?? [])
      .slice(0, first ?? undefined)
      .map((row) => refundSource(row, order)),
  risk: (order: OrderSource, _args, context) => ({
    recommendation: recommendationOf(order),
    assessments: order.risks.map(({ provider, riskLevel, facts }) => ({
      riskLevel,
      facts,
      provider: provider === context.token.api_key ? { title: "Backroom" } : null,
    })),
  }),
  metafield: metafieldField("ORDER"),
};

/** The connections of an order that are read completely. */
export const orderLists: Readonly<Record<string, ListResolver>> = {
  lineItems: (order: OrderSource, _args, context) =>
    withLines(order, context, (lines) => lines.map((line) => lineSource(line, order))),
  returns: async (order: OrderSource, { query }: { query?: string | null }, context) => {
    if (query) throw notImplemented("the search of an order's returns");
    requireScope(context, "returns", "read_returns");
    return ((await context.returns.load(order.id)) ?? []).map((row) => returnSource(row, order));
  },
  fulfillmentOrders: (order: OrderSource, { query }: { query?: string | null }, context) => {
    if (query) throw notImplemented("the search of an order's fulfillment orders");
    requireScope(context, "fulfillmentOrders", "read_merchant_managed_fulfillment_orders");
    return fulfillmentOrdersOf(order, context);
  },
  metafields: metafieldsList("ORDER"),
};

/** Synchronous if the lines were read with the order, as in bulk operations. */
function withLines<T>(
  order: OrderSource,
  context: RequestContext,
  then: (lines: OrderLineRow[]) => T,
): T | Promise<T> {
  if (order.lines) return then(order.lines);
  return context.orderLines.load(order.id).then((lines) => then(lines ?? []));
}

function withCustomer<T>(
  order: OrderSource,
  context: RequestContext,
  then: (customer: CustomerRow | null) => T,
): T | Promise<T> {
  if (order.customer_id === null) return then(null);
  return context.customers.load(order.customer_id).then((customer) => then(customer ?? null));
}

async function refundedCents(order: OrderSource, context: RequestContext): Promise<number> {
  const transactions = (await context.orderTransactions.load(order.id)) ?? [];
  return transactions
    .filter(({ kind }) => kind === "REFUND")
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

const orderAddress = (order: OrderSource, address: OrderAddress | null) =>
  address && addressSource({ ...address, id: order.id }, "Address");

function recommendationOf({ risks }: OrderRow): string {
  const has = (level: string) => risks.some(({ riskLevel }) => riskLevel === level);
  if (has("HIGH")) return "CANCEL";
  if (has("MEDIUM")) return "INVESTIGATE";
  return has("LOW") ? "ACCEPT" : "NONE";
}

/** The id of the owner that has this value in a metafield of type `id`. */
async function findByCustomId(
  context: RequestContext,
  ownerType: string,
  { namespace, key, value }: { namespace?: string | null; key: string; value: string },
): Promise<number | undefined> {
  const { rows } = await context.store.pool.query<{ owner_id: number }>(
    `SELECT owner_id FROM unique_metafields
     WHERE shop = $1 AND owner_type = $2 AND namespace = $3 AND key = $4 AND value = $5`,
    [context.shop.domain, ownerType, storedNamespace(context, namespace), key, value],
  );
  return rows[0]?.owner_id;
}

/** The fields of a payment or refund. */
export const orderTransactionResolvers: TypeResolvers = {
  id: (row: OrderTransactionSource) => gid("OrderTransaction", row.id),
  status: () => "SUCCESS",
  test: () => false,
  amountSet: (row: OrderTransactionSource) => moneyBag(row.amount_cents, row.currency),
  createdAt: (row: OrderTransactionSource) => toDateTime(row.created_at),
  processedAt: (row: OrderTransactionSource) => toDateTime(row.created_at),
  order: (row: OrderTransactionSource, _args, context) => findOrderSource(context, row.order_id),
  parentTransaction: (row: OrderTransactionSource, _args, context) =>
    row.parent_id === null ? null : findOrderTransaction(context, row.parent_id),
};
