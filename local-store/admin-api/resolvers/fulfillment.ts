import { toDateTime } from "../../data/instants.ts";
import { type FulfillmentLine, type FulfillmentRow, lineTotalCents, orderName } from "../../orders/rows.ts";
import type { RequestContext } from "../context.ts";
import { gid } from "../gid.ts";
import { findLine } from "./line-item.ts";
import { moneyBag } from "./money.ts";
import type { OrderSource } from "./order-source.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";

/** A fulfillment as a resolver source, with its order. */
export type FulfillmentSource = FulfillmentRow & { __typename: "Fulfillment"; order: OrderSource };
type FulfillmentLineSource = FulfillmentLine & { __typename: "FulfillmentLineItem"; order: OrderSource };
type EventSource = FulfillmentRow["events"][number] & { __typename: "FulfillmentEvent" };

/** A fulfillment as a resolver source. */
export const fulfillmentSource = (row: FulfillmentRow, order: OrderSource): FulfillmentSource => ({
  ...row,
  __typename: "Fulfillment",
  order,
});

/** A line of a fulfillment as a resolver source. */
export const fulfillmentLineSource = (line: FulfillmentLine, order: OrderSource): FulfillmentLineSource => ({
  ...line,
  __typename: "FulfillmentLineItem",
  order,
});

/** An event of a parcel as a resolver source. */
export const eventSource = (event: FulfillmentRow["events"][number]): EventSource => ({
  ...event,
  __typename: "FulfillmentEvent",
});

/** The fulfillment with this id, or null. */
export async function findFulfillment(
  context: RequestContext,
  id: number,
  findOrder: (context: RequestContext, id: number) => Promise<OrderSource | null>,
): Promise<FulfillmentSource | null> {
  const { rows } = await context.store.pool.query<FulfillmentRow>(
    "SELECT * FROM fulfillments WHERE shop = $1 AND id = $2",
    [context.shop.domain, id],
  );
  const order = rows[0] && (await findOrder(context, rows[0].order_id));
  return rows[0] && order ? fulfillmentSource(rows[0], order) : null;
}

/** The supported fields of a fulfillment. */
export const fulfillmentResolvers: TypeResolvers = {
  id: (row: FulfillmentSource) => gid("Fulfillment", row.id),
  legacyResourceId: (row: FulfillmentSource) => String(row.id),
  name: (row: FulfillmentSource) => `${orderName(row.order)}-F${row.position}`,
  displayStatus: (row: FulfillmentSource) =>
    row.status === "CANCELLED" ? "CANCELED" : (row.shipment_status ?? "FULFILLED"),
  createdAt: (row: FulfillmentSource) => toDateTime(row.created_at),
  updatedAt: (row: FulfillmentSource) => toDateTime(row.updated_at),
  deliveredAt: (row: FulfillmentSource) => row.delivered_at && toDateTime(row.delivered_at),
  inTransitAt: (row: FulfillmentSource) => {
    const event = row.events.find(({ status }) => status === "IN_TRANSIT");
    return event ? toDateTime(event.happenedAt) : null;
  },
  totalQuantity: (row: FulfillmentSource) => row.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  order: (row: FulfillmentSource) => row.order,
  trackingInfo: (row: FulfillmentSource, { first }: { first?: number | null }) =>
    row.tracking_number === null && row.tracking_url === null
      ? []
      : [{ company: row.tracking_company, number: row.tracking_number, url: row.tracking_url }].slice(
          0,
          first ?? undefined,
        ),
};

/** The connections of a fulfillment that are read completely. */
export const fulfillmentLists: Readonly<Record<string, ListResolver>> = {
  fulfillmentLineItems: (row: FulfillmentSource) =>
    row.lines.map((line) => fulfillmentLineSource(line, row.order)),
  events: (row: FulfillmentSource) => row.events.map(eventSource),
};

/** The fields of a line of a fulfillment. */
export const fulfillmentLineResolvers: TypeResolvers = {
  id: (line: FulfillmentLineSource) => gid("FulfillmentLineItem", line.id),
  lineItem: (line: FulfillmentLineSource, _args, context) => findLine(line.order, line.lineId, context),
  originalTotalSet: async (line: FulfillmentLineSource, _args, context) => {
    const item = await findLine(line.order, line.lineId, context);
    return moneyBag((item?.price_cents ?? 0) * line.quantity, line.order.currency);
  },
  discountedTotalSet: async (line: FulfillmentLineSource, _args, context) => {
    const item = await findLine(line.order, line.lineId, context);
    return moneyBag(item ? lineTotalCents(item, line.quantity) : 0, line.order.currency);
  },
};

/** The fields of an event of a parcel. */
export const fulfillmentEventResolvers: TypeResolvers = {
  id: (event: EventSource) => gid("FulfillmentEvent", event.id),
  happenedAt: (event: EventSource) => toDateTime(event.happenedAt),
  createdAt: (event: EventSource) => toDateTime(event.happenedAt),
};
