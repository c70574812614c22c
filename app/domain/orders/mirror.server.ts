import {
  type BulkLineItemNode,
  type BulkOrderNode,
  bulkOrdersMirror,
  ORDERS_PER_CALL,
} from "~/connectors/shopify/operations/orders";
import { defineMirror } from "~/core/mirrors/define-mirror.server";
import { removeErasedCustomers } from "./erase-orders.server";
import { orderChanges } from "./hooks.server";
import { linePart } from "./line-part.server";
import { mirrorRowOf, type OrderRow } from "./mirror-row";
import { type OrderPayload, orderWebhooks } from "./order-webhooks.server";
import { readOrdersFromShopify } from "./read-from-shopify.server";
import { ordersById } from "./read-orders.server";

/** The mirror of the store's orders with their lines. */
export const ordersMirror = defineMirror<OrderRow, BulkOrderNode, OrderPayload, BulkLineItemNode>({
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
  bulk: { query: bulkOrdersMirror.text, hasParts: true, rowOf: mirrorRowOf, schedule: "0 5 * * *" },
  byId: { perCall: ORDERS_PER_CALL, read: readOrdersFromShopify },
  webhooks: orderWebhooks,
});
