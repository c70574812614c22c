import type pg from "pg";
import type { Store } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import { OrderRefusedError } from "../orders/order-refused-error.ts";
import { bookRefund, type RefundTransfer } from "../orders/refund-order.ts";
import type { OrderRow } from "../orders/rows.ts";
import { emit } from "../webhooks/emit.ts";
import { changeReturn, type ReturnChange, requireStatus } from "./open-return.ts";
import { reverseOrdersOf } from "./read-returns.ts";
import type { Disposition, ReturnRow } from "./rows.ts";
import { announceReturn, returnPayload, saveReturn } from "./write-return.ts";

/** What was received of a return, and what is refunded for it. */
export interface ProcessInput {
  /** Lines of the return by their ids. */
  lines: ReadonlyArray<{
    id: number;
    quantity: number;
    restock: boolean;
    /** Their outcome. Only the Admin API has it. */
    dispositions?: readonly Disposition[];
  }>;
  transfers: readonly RefundTransfer[];
  shippingCents?: number;
  note?: string | null;
}

/** Records received units of an open return, and refunds them if there are transfers. Queues `returns/process`, `returns/update` and `reverse_fulfillment_orders/dispose`. */
export function processReturn(
  store: Store,
  shop: string,
  id: number,
  input: ProcessInput,
): Promise<ReturnChange> {
  return changeReturn(store, shop, id, async (client, order, row) => {
    requireStatus(row, "OPEN", ["input", "returnId"]);
    const lines = row.lines.map((line) => ({ ...line }));
    const reverseLines = (await reverseOrdersOf(client, shop, id)).flatMap((one) => one.lines);
    const refunds = input.lines.map(({ id: lineId, quantity, restock, dispositions = [] }, index) => {
      const at = ["input", "returnLineItems", String(index)];
      const line = lines.find((one) => one.id === lineId);
      if (!line) throw new OrderRefusedError([...at, "id"], "Return line item does not exist.", "NOT_FOUND");
      if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > line.quantity - line.processed)
        throw new OrderRefusedError(
          [...at, "quantity"],
          "Quantity exceeds the processable quantity of the return line item.",
          "INVALID",
        );
      for (const { reverseLineId, quantity: disposed } of dispositions) {
        const reverseLine = reverseLines.find((one) => one.id === reverseLineId);
        if (reverseLine?.fulfillmentLineId !== line.fulfillmentLineId || disposed < 1)
          throw new OrderRefusedError([...at, "dispositions"], "Disposition is invalid.", "INVALID");
      }
      if (dispositions.reduce((sum, one) => sum + one.quantity, 0) > quantity)
        throw new OrderRefusedError([...at, "dispositions"], "Disposed quantity is too large.", "INVALID");
      line.processed += quantity;
      line.dispositions = [...(line.dispositions ?? []), ...dispositions];
      if (input.transfers.length > 0) line.refunded += quantity;
      const restocked = dispositions.filter(({ type }) => type === "RESTOCKED");
      const restockedUnits =
        dispositions.length > 0
          ? restocked.reduce((sum, one) => sum + one.quantity, 0)
          : restock
            ? quantity
            : 0;
      const restockType = restock ? "RETURN" : "NO_RESTOCK";
      return { lineId: line.lineId, quantity, restockType, restockedUnits } as const;
    });
    const saved = await saveReturn(client, { ...row, lines });
    const current = await refundReturn(client, store, order, row.id, input, refunds);
    if (input.transfers.length === 0) await restock(client, order, refunds);
    await announceReturn(client, store, current, saved, "returns/process");
    await emit(client, store, shop, "returns/update", returnPayload(saved));
    for (const line of input.lines) await announceDispositions(client, store, shop, line.dispositions);
    return saved;
  });
}

/** Queues a topic for each line of a reverse fulfillment order that was disposed. */
async function announceDispositions(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  dispositions: readonly Disposition[] = [],
): Promise<void> {
  for (const { reverseLineId, quantity, type } of dispositions)
    await emit(client, store, shop, "reverse_fulfillment_orders/dispose", {
      id: reverseLineId,
      admin_graphql_api_id: `gid://shopify/ReverseFulfillmentOrderLineItem/${reverseLineId}`,
      quantity,
      disposition_type: type.toLowerCase(),
    });
}

/** Adds received units to the inventory. A refund does so by itself. */
async function restock(
  client: pg.PoolClient,
  { shop }: OrderRow,
  lines: ReadonlyArray<{ lineId: number; restockedUnits: number }>,
): Promise<void> {
  for (const { lineId, restockedUnits } of lines)
    if (restockedUnits > 0)
      await client.query(
        `UPDATE variants SET inventory_quantity = inventory_quantity + $3 FROM order_lines AS line
          WHERE line.shop = $1 AND line.id = $2 AND variants.shop = $1 AND variants.id = line.variant_id
            AND inventory_tracker IS NOT NULL`,
        [shop, lineId, restockedUnits],
      );
}

async function refundReturn(
  client: pg.PoolClient,
  store: Store,
  order: OrderRow,
  returnId: number,
  { transfers, shippingCents, note }: ProcessInput,
  lines: Parameters<typeof bookRefund>[3]["lines"],
): Promise<OrderRow> {
  if (transfers.length === 0) return order;
  const refund = await bookRefund(client, store, order, { transfers, lines, shippingCents, note, returnId });
  return refund.order;
}

/** Closes an open return. Queues `returns/close`. */
export function closeReturn(store: Store, shop: string, id: number): Promise<ReturnChange> {
  return changeReturn(store, shop, id, async (client, order, row) => {
    requireStatus(row, "OPEN", ["id"]);
    return endReturn(client, store, order, { ...row, status: "CLOSED", closed_at: shopifyNow(store) });
  });
}

/** Cancels a return of which nothing was processed. Its units can be returned again. Queues `returns/cancel`. */
export function cancelReturn(store: Store, shop: string, id: number): Promise<ReturnChange> {
  return changeReturn(store, shop, id, async (client, order, row) => {
    if (row.lines.some(({ processed }) => processed > 0) || !["OPEN", "REQUESTED"].includes(row.status))
      throw new OrderRefusedError(["id"], "Return is not cancelable.", "INVALID_STATE");
    return endReturn(client, store, order, { ...row, status: "CANCELED" });
  });
}

async function endReturn(
  client: pg.PoolClient,
  store: Store,
  order: OrderRow,
  row: ReturnRow,
): Promise<ReturnRow> {
  const saved = await saveReturn(client, row);
  const status = saved.status === "CANCELED" ? "CANCELED" : "CLOSED";
  await client.query(
    "UPDATE reverse_fulfillment_orders SET status = $3 WHERE shop = $1 AND return_id = $2 AND status = 'OPEN'",
    [row.shop, row.id, status],
  );
  const topic = status === "CANCELED" ? "returns/cancel" : "returns/close";
  await announceReturn(client, store, order, saved, topic);
  return saved;
}
