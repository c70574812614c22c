import type pg from "pg";
import type { Store } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import { keepOrderVersion } from "../data/search-lag.ts";
import { emit } from "../webhooks/emit.ts";
import { orderPayload } from "../webhooks/order-payload.ts";
import { OrderRefusedError } from "./order-refused-error.ts";
import { findOrder } from "./read-orders.ts";
import type { OrderRow } from "./rows.ts";

/** Topics about an order in addition to `orders/updated`. */
export type OrderTopic =
  | "orders/cancelled"
  | "orders/fulfilled"
  | "orders/paid"
  | "orders/partially_fulfilled"
  | "orders/risk_assessment_changed";

const JSON_COLUMNS = new Set([
  "discount_codes",
  "custom_attributes",
  "shipping_address",
  "billing_address",
  "risks",
]);

/** Locks an order for a change. Throws an OrderRefusedError if it doesn't exist. */
export async function lockOrder(
  client: pg.PoolClient,
  shop: string,
  id: number,
  field: string | string[] = "order",
): Promise<OrderRow> {
  const order = await findOrder(client, shop, id, "FOR UPDATE");
  if (!order) throw new OrderRefusedError(field, "Order does not exist", "NOT_FOUND");
  return order;
}

/**
 * Writes columns of a locked order and queues `orders/updated` and the given topics. An empty change is for rows that belong to the
 * order, such as fulfillments. Call it after they are written, because the webhooks contain them.
 */
export async function changeOrder(
  client: pg.PoolClient,
  store: Store,
  before: OrderRow,
  change: Partial<OrderRow>,
  topics: readonly OrderTopic[] = [],
): Promise<OrderRow> {
  const columns = Object.entries({ ...change, updated_at: shopifyNow(store) });
  const assignments = columns.map(([name], index) => `${name} = $${index + 3}`);
  const values = columns.map(([name, value]) =>
    JSON_COLUMNS.has(name) && value !== null ? JSON.stringify(value) : value,
  );
  const { rows } = await client.query<OrderRow>(
    `UPDATE orders SET ${assignments.join(", ")} WHERE shop = $1 AND id = $2 RETURNING *`,
    [before.shop, before.id, ...values],
  );
  const after = rows[0] as OrderRow;
  await keepOrderVersion(client, store, after, before);
  const payload = await orderPayload(client, after);
  for (const topic of topics) await emit(client, store, after.shop, topic, payload);
  await emit(client, store, after.shop, "orders/updated", payload);
  return after;
}
