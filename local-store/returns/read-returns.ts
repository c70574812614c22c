import type { Queryable } from "../data/database.ts";
import { groupBy } from "../data/group-by.ts";
import { fulfillmentsOf } from "../orders/read-orders.ts";
import type { FulfillmentLine, FulfillmentRow, OrderRow } from "../orders/rows.ts";
import type { ReturnRow, ReverseDeliveryRow, ReverseFulfillmentOrderRow } from "./rows.ts";

/** A return, or null. `lock` locks it until the transaction ends. */
export async function findReturn(
  db: Queryable,
  shop: string,
  id: number,
  lock: "" | "FOR UPDATE" = "",
): Promise<ReturnRow | null> {
  const { rows } = await db.query<ReturnRow>(
    `SELECT * FROM order_returns WHERE shop = $1 AND id = $2 ${lock}`,
    [shop, id],
  );
  return rows[0] ?? null;
}

/** The returns of orders, oldest first, by order. */
export async function returnsOfOrders(
  db: Queryable,
  shop: string,
  orderIds: readonly number[],
): Promise<Map<number, ReturnRow[]>> {
  const { rows } = await db.query<ReturnRow>(
    "SELECT * FROM order_returns WHERE shop = $1 AND order_id = ANY ($2) ORDER BY order_id, id",
    [shop, orderIds],
  );
  return groupBy(rows, (row) => row.order_id);
}

/** The returns of an order, oldest first. */
export async function returnsOf(db: Queryable, { shop, id }: OrderRow): Promise<ReturnRow[]> {
  return (await returnsOfOrders(db, shop, [id])).get(id) ?? [];
}

/** The reverse fulfillment orders of a return. */
export async function reverseOrdersOf(
  db: Queryable,
  shop: string,
  returnId: number,
): Promise<ReverseFulfillmentOrderRow[]> {
  const { rows } = await db.query<ReverseFulfillmentOrderRow>(
    "SELECT * FROM reverse_fulfillment_orders WHERE shop = $1 AND return_id = $2 ORDER BY id",
    [shop, returnId],
  );
  return rows;
}

/** A reverse fulfillment order, or null. */
export async function findReverseOrder(
  db: Queryable,
  shop: string,
  id: number,
): Promise<ReverseFulfillmentOrderRow | null> {
  const { rows } = await db.query<ReverseFulfillmentOrderRow>(
    "SELECT * FROM reverse_fulfillment_orders WHERE shop = $1 AND id = $2",
    [shop, id],
  );
  return rows[0] ?? null;
}

/** The parcels of a reverse fulfillment order. */
export async function reverseDeliveriesOf(
  db: Queryable,
  shop: string,
  reverseOrderId: number,
): Promise<ReverseDeliveryRow[]> {
  const { rows } = await db.query<ReverseDeliveryRow>(
    "SELECT * FROM reverse_deliveries WHERE shop = $1 AND reverse_fulfillment_order_id = $2 ORDER BY id",
    [shop, reverseOrderId],
  );
  return rows;
}

/** A line of a fulfillment with the quantity that isn't in a return yet. */
export interface ReturnableLine extends FulfillmentLine {
  returnable: number;
}

/** The fulfillments of an order with the quantities that can still be returned. Those with nothing left are missing. */
export async function returnableFulfillments(
  db: Queryable,
  order: OrderRow,
): Promise<Array<{ fulfillment: FulfillmentRow; lines: ReturnableLine[] }>> {
  const returned = new Map<number, number>();
  for (const { status, lines } of await returnsOf(db, order)) {
    if (status === "CANCELED" || status === "DECLINED") continue;
    for (const { fulfillmentLineId: id, quantity } of lines)
      returned.set(id, (returned.get(id) ?? 0) + quantity);
  }
  const fulfillments = (await fulfillmentsOf(db, order)).filter(({ status }) => status === "SUCCESS");
  return fulfillments
    .map((fulfillment) => ({
      fulfillment,
      lines: fulfillment.lines
        .map((line) => ({ ...line, returnable: line.quantity - (returned.get(line.id) ?? 0) }))
        .filter(({ returnable }) => returnable > 0),
    }))
    .filter(({ lines }) => lines.length > 0);
}
