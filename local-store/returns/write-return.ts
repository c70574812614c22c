import type pg from "pg";
import type { Store } from "../data/database.ts";
import { toDateTime } from "../data/instants.ts";
import { changeOrder } from "../orders/change-order.ts";
import type { OrderRow } from "../orders/rows.ts";
import { emit } from "../webhooks/emit.ts";
import { returnsOf } from "./read-returns.ts";
import type { ReturnRow } from "./rows.ts";

/** The topics of a return. */
export type ReturnTopic =
  | "returns/approve"
  | "returns/cancel"
  | "returns/close"
  | "returns/decline"
  | "returns/process"
  | "returns/request";

/** Queues a topic of a return that was written, and updates its order's return status. The caller locked the order. */
export async function announceReturn(
  client: pg.PoolClient,
  store: Store,
  order: OrderRow,
  row: ReturnRow,
  topic: ReturnTopic,
): Promise<OrderRow> {
  await emit(client, store, row.shop, topic, returnPayload(row));
  return changeOrder(client, store, order, { return_status: returnStatusOf(await returnsOf(client, order)) });
}

function returnStatusOf(returns: readonly ReturnRow[]): OrderRow["return_status"] {
  const has = (wanted: ReturnRow["status"]) => returns.some(({ status }) => status === wanted);
  if (has("REQUESTED")) return "RETURN_REQUESTED";
  if (has("OPEN")) return "IN_PROGRESS";
  return has("CLOSED") ? "RETURNED" : "NO_RETURN";
}

const reference = (type: string, id: number) => ({ id, admin_graphql_api_id: `gid://shopify/${type}/${id}` });

/** A return as webhooks have it. */
export function returnPayload(row: ReturnRow): Record<string, unknown> {
  return {
    ...reference("Return", row.id),
    order_id: row.order_id,
    order: reference("Order", row.order_id),
    name: row.name,
    status: row.status.toLowerCase(),
    created_at: toDateTime(row.created_at),
    total_return_line_items: row.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    decline: row.decline && { reason: row.decline.reason.toLowerCase(), note: row.decline.note },
    return_line_items: row.lines.map((line) => ({
      ...reference("ReturnLineItem", line.id),
      quantity: line.quantity,
      return_reason: line.reason.toLowerCase(),
      return_reason_note: line.note,
      customer_note: line.customerNote,
      fulfillment_line_item: {
        ...reference("FulfillmentLineItem", line.fulfillmentLineId),
        line_item: reference("LineItem", line.lineId),
      },
    })),
  };
}

/** Writes the state of a return with the counts of its lines. */
export async function saveReturn(client: pg.PoolClient, row: ReturnRow): Promise<ReturnRow> {
  const { rows } = await client.query<ReturnRow>(
    `UPDATE order_returns SET status = $3, lines = $4, decline = $5, approved_at = $6, closed_at = $7
     WHERE shop = $1 AND id = $2 RETURNING *`,
    [
      row.shop,
      row.id,
      row.status,
      JSON.stringify(row.lines),
      row.decline && JSON.stringify(row.decline),
      row.approved_at,
      row.closed_at,
    ],
  );
  return rows[0] as ReturnRow;
}
