import type pg from "pg";
import { z } from "zod";
import * as operations from "~/connectors/shopify/operations/orders";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { erasure, type Person, readCounts } from "~/core/erasure/erasure.server";
import { defineHook } from "~/core/hook.server";
import { defineMirror } from "~/core/mirrors/define-mirror.server";
import type { WebhookIntake } from "~/core/mirrors/mirror-declaration.server";
import type { MirrorPart } from "~/core/mirrors/mirror-part.server";
import { wasDeletedSince } from "~/core/mirrors/write-rows.server";
import { ifReadable, payloadTime } from "~/core/webhooks/webhook-handler.server";
import { LOCK_CUSTOMERS_SQL } from "~/domain/customers/read-tags.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { type LineRow, mirrorRowOf, type OrderRow, orderGid, orderNumber } from "./mirror-row";
import { type Order, ordersById } from "./read-orders.server";

/**
 * What other modules do about new and changed orders. A handler runs in the transaction that wrote them to the mirror, whatever
 * reported them: a webhook, a rebuild, or Backroom's own write. It gets the order as it is now, perhaps several times, and must be
 * safe to repeat. On the initial load, it gets every order of the store. If it throws, nothing is written.
 */
export const orderChanges =
  defineHook<(tx: ShopTransaction, shop: string, orders: readonly Order[]) => Promise<void>>(
    "orders.order-changes",
  );

/** The lines of the mirror's orders. */
export const linePart: MirrorPart<OrderRow, LineRow> = {
  table: "order_lines",
  parent: "order_id",
  columns: [
    ["position", "integer"],
    ["sku", "text"],
    ["title", "text"],
    ["quantity", "integer"],
    ["current_quantity", "integer"],
    ["price_cents", "bigint"],
    ["total_cents", "bigint"],
    ["group_id", "text"],
    ["group_title", "text"],
    ["group_sku", "text"],
    ["group_quantity", "integer"],
    ["attributes", "jsonb"],
  ],
  rowsOf: ({ lines }) => lines,
  // Changes of lines are reported with their order.
  onChange: async () => {},
};

const number = ifReadable(z.int());

/** What the mirror reads of a webhook about an order, one of its returns, or one of its parcels. */
const orderPayload = z.object({
  id: number,
  updated_at: payloadTime,
  /** Only in webhooks about a parcel. */
  order_id: number,
  /** Only in webhooks about a return. */
  order: ifReadable(z.object({ id: z.int() })),
});

export type OrderPayload = z.infer<typeof orderPayload>;

/** Their order doesn't always get a webhook of its own. */
const TOPICS_OF_RETURNS = [
  "RETURNS_APPROVE",
  "RETURNS_CANCEL",
  "RETURNS_CLOSE",
  "RETURNS_DECLINE",
  "RETURNS_PROCESS",
  "RETURNS_REQUEST",
  "RETURNS_UPDATE",
] as const;

/**
 * What webhooks say about orders. They have neither the return status, nor the risk, nor when parcels were delivered, so the order
 * is read again, unless the mirror has a newer version.
 */
export const orderWebhooks: WebhookIntake<OrderPayload> = {
  payload: orderPayload,
  topics: [
    "ORDERS_CREATE",
    "ORDERS_UPDATED",
    "ORDERS_DELETE",
    "FULFILLMENT_EVENTS_CREATE",
    ...TOPICS_OF_RETURNS,
  ],
  deletedTopics: ["ORDERS_DELETE"],
  idIn: ({ id, order_id, order }) => order?.id ?? order_id ?? id ?? null,
  changedAt: ({ order_id, order, updated_at }) => (order || order_id ? undefined : updated_at),
  compared: ["name"],
  saysTheSame: () => false,
};

/** Reads orders from Shopify by their numbers, however many lines they have. Those that Shopify no longer has are left out. */
export async function readOrdersFromShopify(
  api: AdminApi,
  numbers: readonly number[],
  call: CallOptions,
): Promise<OrderRow[]> {
  const { nodes } = await api.run(operations.ordersByIds, { ids: numbers.map(orderGid) }, call);
  const rows: OrderRow[] = [];
  for (const order of nodes.flatMap((node) => operations.orderIn(node) ?? [])) {
    const rest = await readOtherLines(api, order, call);
    // Deleted between two pages: reported as gone, like the others.
    if (rest) rows.push(mirrorRowOf(order, [...order.lineItems.nodes, ...rest]));
  }
  return rows;
}

/** The lines after the first page. Null when the order has been deleted. */
async function readOtherLines(
  api: AdminApi,
  order: operations.OrderNode,
  call: CallOptions,
): Promise<operations.BulkLineItemNode[] | null> {
  const rest: operations.BulkLineItemNode[] = [];
  let { pageInfo } = order.lineItems;
  while (pageInfo.hasNextPage) {
    const { order: next } = await api.run(
      operations.orderLinesAfter,
      { id: order.id, after: pageInfo.endCursor },
      call,
    );
    if (!next) return null;
    rest.push(...next.lineItems.nodes);
    pageInfo = next.lineItems.pageInfo;
  }
  return rest;
}

/** The mirror of the store's orders with their lines. */
export const ordersMirror = defineMirror<
  OrderRow,
  operations.BulkOrderNode,
  OrderPayload,
  operations.BulkLineItemNode
>({
  name: "orders",
  plural: "orders",
  version: 0,
  table: "orders",
  columns: [
    ["name", "text"],
    ["customer_id", "bigint"],
    ["processed_at", "timestamptz"],
    ["created_at", "timestamptz"],
    ["updated_at", "timestamptz"],
    ["cancelled_at", "timestamptz"],
    ["fulfilled_at", "timestamptz"],
    ["delivered_at", "timestamptz"],
    ["financial_status", "text"],
    ["fulfillment_status", "text"],
    ["return_status", "text"],
    ["risk", "text"],
    ["test", "boolean"],
    ["source_name", "text"],
    ["source_identifier", "text"],
    ["tags", "text[]"],
    ["discount_codes", "text[]"],
    ["total_cents", "bigint"],
    ["discount_cents", "bigint"],
    ["refunded_cents", "bigint"],
  ],
  parts: [linePart],
  async onChange(tx, shop, ids) {
    await removeErasedCustomers(tx, shop, ids);
    const handlers = orderChanges.all();
    if (handlers.length === 0) return;
    const changed = [...(await ordersById(tx, ids)).values()];
    for (const handle of handlers) await handle(tx, shop, changed);
  },
  stale: { table: "stale_orders", id: "order_id" },
  bulk: {
    query: operations.bulkOrdersMirror.text,
    hasParts: true,
    rowOf: mirrorRowOf,
    schedule: "0 5 * * *",
  },
  byId: { perCall: operations.ORDERS_PER_CALL, read: readOrdersFromShopify },
  webhooks: orderWebhooks,
});

/**
 * Writes orders to the mirror as a mutation answered them with `ORDER_IN_ANSWER`: after an order that Backroom created, refunded or
 * tagged. One with more lines than the answer has is read again soon.
 */
export async function writeThroughOrders(
  tx: ShopTransaction,
  shop: string,
  answered: readonly operations.OrderNode[],
): Promise<void> {
  const isComplete = ({ lineItems }: operations.OrderNode) => !lineItems.pageInfo.hasNextPage;
  const complete = answered.filter(isComplete);
  await ordersMirror.write(
    tx,
    shop,
    complete.map((order) => mirrorRowOf(order, order.lineItems.nodes)),
  );
  const others = answered.filter((order) => !isComplete(order));
  if (others.length > 0)
    await ordersMirror.markStale(
      tx,
      shop,
      others.map(({ id }) => orderNumber(id)),
    );
}

/**
 * For work that needs all orders, such as a report.
 * @throws 409 until the first rebuild of the mirror has ended: sums over a part of the orders would be wrong
 */
export async function requireOrders(shop: string): Promise<void> {
  const { rebuiltAt } = await ordersMirror.readFreshness(shop);
  if (!rebuiltAt)
    throw conflict(
      "The orders are still being read from Shopify. Settings shows when they are complete. Then create the report again.",
    );
}

/** Orders stay for sums and reports, without their customer and without what the customer wrote. */
export const eraseOrders = erasure("orders", {
  stage: 35,
  erase: eraseOrdersOf,
  report: (client, { shop, customerId }) =>
    readCounts(client, "SELECT count(*)::int AS orders FROM orders WHERE shop = $1 AND customer_id = $2", [
      shop,
      customerId,
    ]),
});

/**
 * Erases orders that the mirror added before the customer was locked. Later ones are erased by `removeErasedCustomers`. A second write of
 * such an order locks it before the customer, so it can deadlock with this. PostgreSQL ends one of the two, and that one is repeated.
 */
export const eraseLateOrders = erasure("late orders", {
  stage: 105,
  erase: eraseOrdersOf,
});

async function eraseOrdersOf(client: pg.ClientBase, { shop, customerId }: Person): Promise<void> {
  // As the mirror locks them: in the order of their ids, and before their lines.
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM orders WHERE shop = $1 AND customer_id = $2 ORDER BY id FOR UPDATE",
    [shop, customerId],
  );
  await removeCustomer(client, shop, rows);
}

/** A reading that began before must no longer replace them. */
async function removeCustomer(
  client: pg.ClientBase,
  shop: string,
  orders: readonly { id: string }[],
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  await client.query(
    "UPDATE orders SET customer_id = NULL, mirrored_at = clock_timestamp() WHERE shop = $1 AND id = ANY($2::bigint[])",
    [shop, ids],
  );
  await client.query(
    "UPDATE order_lines SET attributes = '[]' WHERE shop = $1 AND order_id = ANY($2::bigint[]) AND attributes <> '[]'",
    [shop, ids],
  );
}

/**
 * Erases the customer of orders that were just written, if they were read before the customer's erasure. An erasure that has locked
 * the customer is waited for. Any other erasure waits for this transaction. The customer is locked after the orders, as an erasure does.
 */
export async function removeErasedCustomers(
  { $client }: ShopTransaction,
  shop: string,
  ids: readonly number[],
): Promise<void> {
  const { rows: customers } = await $client.query<{ id: string }>(
    "SELECT DISTINCT customer_id AS id FROM orders WHERE shop = $1 AND id = ANY($2::bigint[]) AND customer_id IS NOT NULL",
    [shop, ids],
  );
  await $client.query(LOCK_CUSTOMERS_SQL, [shop, customers.map(({ id }) => id)]);
  const { rows: orders } = await $client.query<{ id: string }>(
    `SELECT id FROM orders WHERE shop = $1 AND id = ANY($2::bigint[])
        AND ${wasDeletedSince("'customers'", "orders.customer_id", "orders.mirrored_at")}`,
    [shop, ids],
  );
  if (orders.length > 0) await removeCustomer($client, shop, orders);
}
