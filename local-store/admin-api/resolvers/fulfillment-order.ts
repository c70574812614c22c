import { toDateTime } from "../../data/instants.ts";
import { findOrder } from "../../orders/read-orders.ts";
import { type OrderLineRow, orderName, unfulfilledQuantity } from "../../orders/rows.ts";
import type { RequestContext } from "../context.ts";
import { gid, idOfType } from "../gid.ts";
import { lineSource } from "./line-item.ts";
import { type OrderSource, orderSource } from "./order-source.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";

/** The fulfillment order of an order. There is one location, so an order has one, with the order's number as its id. */
interface FulfillmentOrderSource {
  __typename: "FulfillmentOrder";
  id: number;
  order: OrderSource;
  lines: OrderLineRow[];
}
type FulfillmentOrderLineSource = OrderLineRow & {
  __typename: "FulfillmentOrderLineItem";
  order: OrderSource;
};

/** The fulfillment orders of an order. An order whose lines need no shipping still has one. */
export async function fulfillmentOrdersOf(
  order: OrderSource,
  context: RequestContext,
): Promise<FulfillmentOrderSource[]> {
  const lines = order.lines ?? (await context.orderLines.load(order.id)) ?? [];
  return [{ __typename: "FulfillmentOrder", id: order.id, order, lines }];
}

/** The root field of fulfillment orders. */
export const fulfillmentOrderQueries: TypeResolvers = {
  fulfillmentOrder: async (_root, { id }: { id: string }, context) => {
    const row = await findOrder(context.store.pool, context.shop.domain, idOfType(id, "FulfillmentOrder"));
    return row ? (await fulfillmentOrdersOf(orderSource(row), context))[0] : null;
  },
};

/** The fields of a fulfillment order. */
export const fulfillmentOrderResolvers: TypeResolvers = {
  id: (row: FulfillmentOrderSource) => gid("FulfillmentOrder", row.id),
  orderId: (row: FulfillmentOrderSource) => gid("Order", row.order.id),
  orderName: (row: FulfillmentOrderSource) => orderName(row.order),
  createdAt: (row: FulfillmentOrderSource) => toDateTime(row.order.created_at),
  updatedAt: (row: FulfillmentOrderSource) => toDateTime(row.order.updated_at),
  requestStatus: () => "UNSUBMITTED",
  status: ({ order, lines }: FulfillmentOrderSource) => {
    if (order.cancelled_at) return "CANCELLED";
    if (lines.every((line) => unfulfilledQuantity(line) === 0)) return "CLOSED";
    return lines.some((line) => line.fulfilled_quantity > 0) ? "IN_PROGRESS" : "OPEN";
  },
};

/** The connections of a fulfillment order that are read completely. */
export const fulfillmentOrderLists: Readonly<Record<string, ListResolver>> = {
  lineItems: ({ lines, order }: FulfillmentOrderSource) =>
    lines.map(
      (line): FulfillmentOrderLineSource => ({ ...line, __typename: "FulfillmentOrderLineItem", order }),
    ),
};

/** The fields of a line of a fulfillment order. */
export const fulfillmentOrderLineResolvers: TypeResolvers = {
  id: (line: FulfillmentOrderLineSource) => gid("FulfillmentOrderLineItem", line.id),
  lineItem: (line: FulfillmentOrderLineSource) => lineSource(line, line.order),
  productTitle: (line: FulfillmentOrderLineSource) => line.title,
  variantTitle: (line: FulfillmentOrderLineSource) => line.variant_title,
  requiresShipping: (line: FulfillmentOrderLineSource) => line.requires_shipping,
  totalQuantity: (line: FulfillmentOrderLineSource) => line.quantity,
  remainingQuantity: (line: FulfillmentOrderLineSource) => unfulfilledQuantity(line),
};
