import type pg from "pg";
import { type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import { nextIds } from "../data/next-ids.ts";
import type { UserError } from "../data/rows.ts";
import { emit } from "../webhooks/emit.ts";
import { fulfillmentEventPayload, fulfillmentPayload } from "../webhooks/order-payload.ts";
import { changeOrder, lockOrder } from "./change-order.ts";
import { OrderRefusedError, toUserErrors } from "./order-refused-error.ts";
import { linesOf } from "./read-orders.ts";
import {
  type FulfillmentRow,
  type OrderLineRow,
  type OrderRow,
  type ShipmentStatus,
  unfulfilledQuantity,
} from "./rows.ts";

/** A parcel's tracking. Without a URL, that of a known carrier is used. */
export interface Tracking {
  company?: string | null;
  number?: string | null;
  url?: string | null;
}

/** The result: the fulfillment, or user errors. */
export interface FulfillmentChange {
  fulfillment: FulfillmentRow | null;
  userErrors: UserError[];
}

const refused = (error: unknown): FulfillmentChange => ({
  fulfillment: null,
  userErrors: toUserErrors(error),
});

/**
 * Fulfills lines of an order, by default everything that is left. Queues `fulfillments/create` and `orders/fulfilled` or
 * `orders/partially_fulfilled`.
 */
export async function fulfillOrder(
  store: Store,
  shop: string,
  orderId: number,
  {
    lines: requested,
    tracking = {},
  }: { lines?: Array<{ lineId: number; quantity: number }>; tracking?: Tracking } = {},
): Promise<FulfillmentChange> {
  return transaction<FulfillmentChange>(store, async (client) => {
    const order = await lockOrder(client, shop, orderId);
    const fulfillment = await insertFulfillment(client, store, order, requested, tracking);
    const lines = await linesOf(client, order);
    const fulfillment_status = fulfillmentStatusOf(lines);
    await emit(client, store, shop, "fulfillments/create", fulfillmentPayload(order, fulfillment, lines));
    const topic = fulfillment_status === "FULFILLED" ? "orders/fulfilled" : "orders/partially_fulfilled";
    await changeOrder(client, store, order, { fulfillment_status }, [topic]);
    return { fulfillment, userErrors: [] };
  }).catch(refused);
}

/** Inserts a fulfillment and counts it at the lines. Queues nothing. Throws an OrderRefusedError. */
export async function insertFulfillment(
  client: pg.PoolClient,
  store: Store,
  order: OrderRow,
  requested: ReadonlyArray<{ lineId: number; quantity: number }> | undefined,
  tracking: Tracking,
): Promise<FulfillmentRow> {
  if (order.cancelled_at) throw new OrderRefusedError("order", "The order is cancelled.");
  const lines = await linesOf(client, order);
  const chosen = requested ?? lines.map((line) => ({ lineId: line.id, quantity: unfulfilledQuantity(line) }));
  const parts = chosen.filter(({ quantity }) => quantity > 0);
  if (parts.length === 0) throw new OrderRefusedError("order", "Nothing is left to fulfill.");
  for (const { lineId, quantity } of parts) {
    const line = lines.find(({ id }) => id === lineId);
    if (!line || quantity > unfulfilledQuantity(line))
      throw new OrderRefusedError("lines", "Invalid fulfillment order line item quantity requested.");
    await client.query(
      "UPDATE order_lines SET fulfilled_quantity = fulfilled_quantity + $3 WHERE shop = $1 AND id = $2",
      [order.shop, lineId, quantity],
    );
  }
  const ids = await nextIds(client, parts.length);
  const { rows } = await client.query<FulfillmentRow>(
    `INSERT INTO fulfillments (shop, order_id, position, tracking_company, tracking_number, tracking_url, lines, created_at, updated_at)
     SELECT $1, $2, count(*) + 1, $3, $4, $5, $6, $7, $7 FROM fulfillments WHERE shop = $1 AND order_id = $2 RETURNING *`,
    [
      order.shop,
      order.id,
      tracking.company || null,
      tracking.number || null,
      tracking.url || trackingUrl(tracking),
      JSON.stringify(parts.map((part, index) => ({ id: ids[index], ...part }))),
      shopifyNow(store),
    ],
  );
  return rows[0] as FulfillmentRow;
}

/** The fulfillment status that follows from the order's lines. */
export function fulfillmentStatusOf(lines: readonly OrderLineRow[]): OrderRow["fulfillment_status"] {
  if (!lines.some(({ fulfilled_quantity }) => fulfilled_quantity > 0)) return "UNFULFILLED";
  return lines.every((line) => unfulfilledQuantity(line) === 0) ? "FULFILLED" : "PARTIALLY_FULFILLED";
}

function trackingUrl({ company, number }: Tracking): string | null {
  if (!number) return null;
  if (/^ups$/i.test(company ?? "") || /^1Z/i.test(number))
    return `https://www.ups.com/WebTracking?loc=en_US&tracknum=${encodeURIComponent(number)}`;
  if (/^usps$/i.test(company ?? ""))
    return `https://tools.usps.com/go/TrackConfirmAction?tLabels=${encodeURIComponent(number)}`;
  if (/^fedex$/i.test(company ?? ""))
    return `https://www.fedex.com/fedextrack/?trknbr=${encodeURIComponent(number)}`;
  return null;
}

/** Records where a parcel is. `DELIVERED` also sets the delivery time. Queues `fulfillment_events/create` and `fulfillments/update`. */
export async function addFulfillmentEvent(
  store: Store,
  shop: string,
  fulfillmentId: number,
  event: { status: ShipmentStatus; message?: string | null; happenedAt?: Date | null },
): Promise<FulfillmentChange & { event: FulfillmentRow["events"][number] | null }> {
  return transaction(store, async (client) => {
    const { rows: found } = await client.query<FulfillmentRow>(
      "SELECT * FROM fulfillments WHERE shop = $1 AND id = $2",
      [shop, fulfillmentId],
    );
    const before = found[0];
    if (!before)
      throw new OrderRefusedError(["fulfillmentEvent", "fulfillmentId"], "Fulfillment does not exist.");
    const order = await lockOrder(client, shop, before.order_id);
    const happenedAt = event.happenedAt ?? shopifyNow(store);
    const [id = 0] = await nextIds(client, 1);
    const recorded = {
      id,
      status: event.status,
      message: event.message ?? null,
      happenedAt: happenedAt.toISOString(),
    };
    const { rows } = await client.query<FulfillmentRow>(
      `UPDATE fulfillments SET events = events || $3::jsonb, shipment_status = $4, updated_at = $5,
         delivered_at = CASE WHEN $4 = 'DELIVERED' THEN $6 ELSE delivered_at END
       WHERE shop = $1 AND id = $2 RETURNING *`,
      [shop, fulfillmentId, JSON.stringify([recorded]), event.status, shopifyNow(store), happenedAt],
    );
    const fulfillment = rows[0] as FulfillmentRow;
    await emit(
      client,
      store,
      shop,
      "fulfillment_events/create",
      fulfillmentEventPayload(fulfillment, recorded),
    );
    const lines = await linesOf(client, order);
    await emit(client, store, shop, "fulfillments/update", fulfillmentPayload(order, fulfillment, lines));
    await changeOrder(client, store, order, {});
    return { fulfillment, event: recorded, userErrors: [] as UserError[] };
  }).catch((error: unknown) => ({ ...refused(error), event: null }));
}
