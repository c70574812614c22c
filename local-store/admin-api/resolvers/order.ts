import { findCustomer } from "../../data/customers.ts";
import { toDateTime } from "../../data/instants.ts";
import type { CustomerRow } from "../../data/rows.ts";
import { findOrder, findOrders, transactionsOf } from "../../orders/read-orders.ts";
import { type OrderRow, type OrderTransactionRow, orderName } from "../../orders/rows.ts";
import { type RequestContext, requireScope } from "../context.ts";
import { gid, idOfType } from "../gid.ts";
import { type SearchArguments, tablePage, type Within } from "../paging/table-page.ts";
import { orderFields } from "../search/searchable-fields.ts";
import { customerSource } from "./customer.ts";
import { decimal } from "./money.ts";
import type { TypeResolvers } from "./types.ts";

type OrderSource = OrderRow & { __typename: "Order" };
type OrderTransactionSource = OrderTransactionRow & { __typename: "OrderTransaction"; order: OrderSource };

const orderSource = (row: OrderRow): OrderSource => ({ ...row, __typename: "Order" });

/** The order with this id, or null. */
export async function findOrderSource(context: RequestContext, id: number): Promise<OrderSource | null> {
  const row = await findOrder(context.store.pool, context.shop.domain, id);
  return row && orderSource(row);
}

/** A payment or refund of an order with its order, or null. */
export async function findOrderTransaction(
  context: RequestContext,
  id: number,
): Promise<OrderTransactionSource | null> {
  const { rows } = await context.store.pool.query<OrderTransactionRow>(
    "SELECT * FROM order_transactions WHERE shop = $1 AND id = $2",
    [context.shop.domain, id],
  );
  const [row] = rows;
  const order = row && (await findOrderSource(context, row.order_id));
  return row && order ? transactionSource(row, order) : null;
}

const transactionSource = (row: OrderTransactionRow, order: OrderSource): OrderTransactionSource => ({
  ...row,
  __typename: "OrderTransaction",
  order,
});

function readOrdersPage(
  context: RequestContext,
  key: string | number,
  args: SearchArguments,
  within?: Within,
) {
  return tablePage(
    context,
    [key],
    "orders",
    orderFields,
    args,
    async (ids) => (await findOrders(context.store.pool, context.shop.domain, ids)).map(orderSource),
    within,
  );
}

/** The root fields of orders. */
export const orderQueries: TypeResolvers = {
  order: (_root, { id }: { id: string }, context) => findOrderSource(context, idOfType(id, "Order")),
  orders: (_root, args: SearchArguments, context, info) => readOrdersPage(context, info.path.key, args),
};

/** The orders of a customer. */
export const ownedOrders: TypeResolvers = {
  orders: (customer: CustomerRow, args: SearchArguments, context, info) => {
    requireScope(context, "orders", "read_orders");
    return readOrdersPage(context, info.path.key, args, (sql) => `customer_id = ${sql.add(customer.id)}`);
  },
};

/** The supported fields of an order. */
export const orderResolvers: TypeResolvers = {
  id: (order: OrderSource) => gid("Order", order.id),
  legacyResourceId: (order: OrderSource) => String(order.id),
  name: (order: OrderSource) => orderName(order),
  createdAt: (order: OrderSource) => toDateTime(order.created_at),
  processedAt: (order: OrderSource) => toDateTime(order.created_at),
  updatedAt: (order: OrderSource) => toDateTime(order.updated_at),
  cancelledAt: (order: OrderSource) => (order.cancelled_at ? toDateTime(order.cancelled_at) : null),
  currencyCode: (order: OrderSource) => order.currency,
  displayFinancialStatus: (order: OrderSource) => order.financial_status,
  test: () => false,
  totalPriceSet: (order: OrderSource) => moneyBag(order.total_cents, order),
  customer: async (order: OrderSource, _args, context) => {
    requireScope(context, "customer", "read_customers");
    const row = await findCustomer(context.store.pool, context.shop.domain, order.customer_id);
    return row && customerSource(row);
  },
  transactions: async (order: OrderSource, { first }: { first?: number | null }, context) => {
    const rows = await transactionsOf(context.store.pool, context.shop.domain, order.id);
    return rows.slice(0, first ?? undefined).map((row) => transactionSource(row, order));
  },
};

/** The fields of a payment or refund. */
export const orderTransactionResolvers: TypeResolvers = {
  id: (row: OrderTransactionSource) => gid("OrderTransaction", row.id),
  status: () => "SUCCESS",
  test: () => false,
  amountSet: (row: OrderTransactionSource) => moneyBag(row.amount_cents, row.order),
  createdAt: (row: OrderTransactionSource) => toDateTime(row.created_at),
  processedAt: (row: OrderTransactionSource) => toDateTime(row.created_at),
  parentTransaction: (row: OrderTransactionSource, _args, context) =>
    row.parent_id === null ? null : findOrderTransaction(context, row.parent_id),
};

/** An amount in the shop's and the customer's currency, which are the same in the local store. */
function moneyBag(cents: number, { currency }: OrderRow) {
  const money = { amount: decimal(cents, currency), currencyCode: currency };
  return { shopMoney: money, presentmentMoney: money };
}
