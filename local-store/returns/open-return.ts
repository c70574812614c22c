import type pg from "pg";
import { type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import { nextIds } from "../data/next-ids.ts";
import type { UserError } from "../data/rows.ts";
import { lockOrder } from "../orders/change-order.ts";
import { OrderRefusedError, toUserErrors } from "../orders/order-refused-error.ts";
import { type OrderRow, orderName } from "../orders/rows.ts";
import { findReturn, returnableFulfillments } from "./read-returns.ts";
import { RETURN_REASONS } from "./return-reasons.ts";
import type { ReturnLine, ReturnReason, ReturnRow } from "./rows.ts";
import { announceReturn, saveReturn } from "./write-return.ts";

/** What a customer returns of a line of a fulfillment. A reason or its definition is required. */
export interface ReturnLineInput {
  fulfillmentLineId: number;
  quantity: number;
  reason?: ReturnReason | null;
  definitionId?: number | null;
  note?: string | null;
  customerNote?: string | null;
  restockingPercent?: number;
}

/** The result: the return, or user errors. */
export interface ReturnChange {
  return: ReturnRow | null;
  userErrors: UserError[];
}

/** Converts an OrderRefusedError into user errors. Rethrows any other error. */
export const refusedReturn = (error: unknown): ReturnChange => ({
  return: null,
  userErrors: toUserErrors(error),
});

/** Creates an open return with its reverse fulfillment order. Queues `returns/approve`. */
export function createReturn(
  store: Store,
  shop: string,
  orderId: number,
  lines: readonly ReturnLineInput[],
  { shippingFeeCents = 0 }: { shippingFeeCents?: number } = {},
): Promise<ReturnChange> {
  return transaction<ReturnChange>(store, async (client) => {
    const order = await lockOrder(client, shop, orderId, ["returnInput", "orderId"]);
    const row = await insertReturn(client, store, order, lines, {
      status: "OPEN",
      path: ["returnInput", "returnLineItems"],
      shippingFeeCents,
    });
    await insertReverseOrder(client, row);
    await announceReturn(client, store, order, row, "returns/approve");
    return { return: row, userErrors: [] };
  }).catch(refusedReturn);
}

/** Creates a return that staff must approve or decline. Queues `returns/request`. */
export function requestReturn(
  store: Store,
  shop: string,
  orderId: number,
  lines: readonly ReturnLineInput[],
): Promise<ReturnChange> {
  return transaction<ReturnChange>(store, async (client) => {
    const order = await lockOrder(client, shop, orderId, ["input", "orderId"]);
    const row = await insertReturn(client, store, order, lines, {
      status: "REQUESTED",
      path: ["input", "returnLineItems"],
    });
    await announceReturn(client, store, order, row, "returns/request");
    return { return: row, userErrors: [] };
  }).catch(refusedReturn);
}

/** Approves a requested return. Queues `returns/approve`. */
export function approveReturn(store: Store, shop: string, id: number): Promise<ReturnChange> {
  return changeReturn(store, shop, id, async (client, order, row) => {
    requireStatus(row, "REQUESTED", ["input", "id"]);
    const saved = await saveReturn(client, { ...row, status: "OPEN", approved_at: shopifyNow(store) });
    await insertReverseOrder(client, saved);
    await announceReturn(client, store, order, saved, "returns/approve");
    return saved;
  });
}

/** Declines a requested return. Queues `returns/decline`. */
export function declineReturn(
  store: Store,
  shop: string,
  id: number,
  decline: NonNullable<ReturnRow["decline"]>,
): Promise<ReturnChange> {
  return changeReturn(store, shop, id, async (client, order, row) => {
    requireStatus(row, "REQUESTED", ["input", "id"]);
    const saved = await saveReturn(client, { ...row, status: "DECLINED", decline });
    await announceReturn(client, store, order, saved, "returns/decline");
    return saved;
  });
}

/** Locks a return and its order, and changes it. */
export function changeReturn(
  store: Store,
  shop: string,
  id: number,
  change: (client: pg.PoolClient, order: OrderRow, row: ReturnRow) => Promise<ReturnRow>,
): Promise<ReturnChange> {
  return transaction<ReturnChange>(store, async (client) => {
    // Orders are always locked before their returns.
    const orderId = (await findReturn(client, shop, id))?.order_id;
    if (orderId === undefined) throw new OrderRefusedError(["id"], "Return does not exist.", "NOT_FOUND");
    const order = await lockOrder(client, shop, orderId);
    const row = (await findReturn(client, shop, id, "FOR UPDATE")) as ReturnRow;
    return { return: await change(client, order, row), userErrors: [] };
  }).catch(refusedReturn);
}

/** Throws an OrderRefusedError if a return doesn't have this status. */
export function requireStatus(row: ReturnRow, status: ReturnRow["status"], field: string[]): void {
  if (row.status !== status)
    throw new OrderRefusedError(field, `Return status must be ${status.toLowerCase()}.`, "INVALID_STATE");
}

async function insertReturn(
  client: pg.PoolClient,
  store: Store,
  order: OrderRow,
  inputs: readonly ReturnLineInput[],
  {
    status,
    path,
    shippingFeeCents = 0,
  }: { status: "OPEN" | "REQUESTED"; path: string[]; shippingFeeCents?: number },
): Promise<ReturnRow> {
  if (shippingFeeCents < 0)
    throw new OrderRefusedError(["returnInput", "returnShippingFee"], "Fee must be positive.", "INVALID");
  if (inputs.length === 0) throw new OrderRefusedError(path, "Return line items can't be blank.", "BLANK");
  const returnable = new Map(
    (await returnableFulfillments(client, order)).flatMap(({ lines }) =>
      lines.map((line) => [line.id, line]),
    ),
  );
  const ids = await nextIds(client, inputs.length);
  const lines = inputs.map((input, index): ReturnLine => {
    const at = [...path, String(index)];
    const line = returnable.get(input.fulfillmentLineId);
    if (!line)
      throw new OrderRefusedError(
        [...at, "fulfillmentLineItemId"],
        "Fulfillment line item does not exist or isn't returnable.",
        "NOT_FOUND",
      );
    if (!Number.isSafeInteger(input.quantity) || input.quantity < 1 || input.quantity > line.returnable)
      throw new OrderRefusedError(
        [...at, "quantity"],
        "Return line item has an invalid quantity.",
        "INVALID",
      );
    const restockingPercent = input.restockingPercent ?? 0;
    if (restockingPercent < 0 || restockingPercent > 100)
      throw new OrderRefusedError([...at, "restockingFee"], "Percentage must be from 0 to 100.", "INVALID");
    line.returnable -= input.quantity;
    return {
      id: ids[index] as number,
      fulfillmentLineId: line.id,
      lineId: line.lineId,
      quantity: input.quantity,
      processed: 0,
      refunded: 0,
      ...reasonOf(input, at),
      note: input.note ?? "",
      customerNote: input.customerNote ?? null,
      restockingPercent,
      dispositions: [],
    };
  });
  const { rows } = await client.query<ReturnRow>(
    `INSERT INTO order_returns (shop, order_id, name, status, lines, created_at, approved_at, shipping_fee_cents)
     SELECT $1, $2, $3 || '-R' || count(*) + 1, $4, $5, $6, $7, $8 FROM order_returns WHERE shop = $1 AND order_id = $2
     RETURNING *`,
    [
      order.shop,
      order.id,
      orderName(order),
      status,
      JSON.stringify(lines),
      shopifyNow(store),
      status === "OPEN" ? shopifyNow(store) : null,
      shippingFeeCents,
    ],
  );
  return rows[0] as ReturnRow;
}

function reasonOf(input: ReturnLineInput, at: string[]): Pick<ReturnLine, "reason" | "definitionId"> {
  const definition = input.definitionId
    ? RETURN_REASONS.find(({ id }) => id === input.definitionId)
    : RETURN_REASONS.find(({ reason }) => reason === input.reason);
  if (!definition && input.definitionId)
    throw new OrderRefusedError(
      [...at, "returnReasonDefinitionId"],
      "Return reason definition does not exist.",
      "NOT_FOUND",
    );
  if (!definition)
    throw new OrderRefusedError([...at, "returnReason"], "Return reason can't be blank.", "BLANK");
  if (definition.reason === "OTHER" && !input.note?.trim() && !input.customerNote?.trim())
    throw new OrderRefusedError([...at, "returnReasonNote"], "Return reason note can't be blank.", "BLANK");
  return { reason: definition.reason, definitionId: definition.id };
}

async function insertReverseOrder(client: pg.PoolClient, row: ReturnRow): Promise<void> {
  const ids = await nextIds(client, row.lines.length);
  const lines = row.lines.map(({ fulfillmentLineId, quantity }, index) => ({
    id: ids[index],
    fulfillmentLineId,
    quantity,
  }));
  await client.query(
    "INSERT INTO reverse_fulfillment_orders (shop, return_id, status, lines) VALUES ($1, $2, 'OPEN', $3)",
    [row.shop, row.id, JSON.stringify(lines)],
  );
}
