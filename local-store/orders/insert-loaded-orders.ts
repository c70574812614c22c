import type pg from "pg";
import { type CopyRow, copyRows, reserveIds } from "../data/copy.ts";
import { type NewOrder, type NewOrderLine, orderTotalCents } from "./insert-order.ts";
import type { OrderRow } from "./rows.ts";

/** An order to load with its history. The fulfillment and refund, if any, are of the whole order. */
export type LoadedOrder = NewOrder &
  Pick<OrderRow, "created_at"> & {
    /** Defaults to the next number. */
    number?: number | undefined;
    cancelled_at?: Date | null;
    fulfillment?: {
      at: Date;
      deliveredAt: Date | null;
      company: string | null;
      tracking: string | null;
    } | null;
    refundedCents?: number;
  };

const ORDER_COLUMNS = [
  "shop",
  "id",
  "number",
  "name",
  "customer_id",
  "currency",
  "total_cents",
  "financial_status",
  "created_at",
  "updated_at",
  "cancelled_at",
  "closed_at",
  "cancel_reason",
  "email",
  "phone",
  "note",
  "tags",
  "source_name",
  "source_identifier",
  "fulfillment_status",
  "discount_cents",
  "shipping_cents",
  "shipping_title",
  "tax_cents",
  "discount_codes",
  "custom_attributes",
  "shipping_address",
  "billing_address",
] as const;

const LINE_COLUMNS = [
  "shop",
  "id",
  "order_id",
  "position",
  "product_id",
  "variant_id",
  "title",
  "variant_title",
  "sku",
  "vendor",
  "quantity",
  "price_cents",
  "discounts",
  "grams",
  "weight_unit",
  "requires_shipping",
  "taxable",
  "gift_card",
  "properties",
  "line_group",
  "fulfilled_quantity",
  "refunded_quantity",
  "removed_quantity",
] as const;

const FULFILLMENT_COLUMNS = [
  "shop",
  "id",
  "order_id",
  "position",
  "tracking_company",
  "tracking_number",
  "shipment_status",
  "delivered_at",
  "lines",
  "created_at",
  "updated_at",
] as const;

const TRANSACTION_COLUMNS = [
  "shop",
  "id",
  "order_id",
  "refund_id",
  "parent_id",
  "kind",
  "gateway",
  "amount_cents",
  "created_at",
] as const;

/**
 * Inserts orders with COPY, without webhooks, customers' counts, or changes of the inventory. Orders without a number get the next
 * ones. Returns their ids.
 */
export async function insertLoadedOrders(
  client: pg.PoolClient,
  shop: string,
  orders: readonly LoadedOrder[],
): Promise<number[]> {
  const count = orders.reduce(
    (sum, { lines, fulfillment }) => sum + 5 + lines.length * (fulfillment ? 2 : 1),
    0,
  );
  const ids = (await reserveIds(client, count)).reverse();
  const nextId = () => ids.pop() as number;
  // Order numbers have no gaps, so orders of a shop are inserted one transaction at a time.
  await client.query("SELECT FROM shops WHERE domain = $1 FOR NO KEY UPDATE", [shop]);
  const { rows } = await client.query<{ last: number }>(
    "SELECT coalesce(max(number), 1000) AS last FROM orders WHERE shop = $1",
    [shop],
  );
  let last = rows[0]?.last ?? 1000;
  const tables = {
    orders: [] as CopyRow[],
    lines: [] as CopyRow[],
    fulfillments: [] as CopyRow[],
    refunds: [] as CopyRow[],
    transactions: [] as CopyRow[],
  };
  const orderIds: number[] = [];
  for (const order of orders) {
    const id = nextId();
    orderIds.push(id);
    const number = order.number ?? last + 1;
    last = Math.max(last, number);
    const lines = order.lines.map((line, index) => ({
      id: nextId(),
      position: index,
      line,
      fulfilled: order.fulfillment ? line.quantity : 0,
      removed: order.cancelled_at && !order.fulfillment ? line.quantity : 0,
    }));
    tables.orders.push(orderRow(shop, { id, number }, order));
    for (const line of lines) tables.lines.push(lineRow(shop, id, line));
    if (order.fulfillment)
      tables.fulfillments.push(fulfillmentRow(shop, id, order.fulfillment, lines, nextId));
    addPayments(tables, shop, id, order, nextId);
  }
  await copyRows(client, "orders", ORDER_COLUMNS, tables.orders);
  await copyRows(client, "order_lines", LINE_COLUMNS, tables.lines);
  await copyRows(client, "fulfillments", FULFILLMENT_COLUMNS, tables.fulfillments);
  await copyRows(client, "refunds", ["shop", "id", "order_id", "created_at"], tables.refunds);
  await copyRows(client, "order_transactions", TRANSACTION_COLUMNS, tables.transactions);
  return orderIds;
}

function orderRow(shop: string, { id, number }: { id: number; number: number }, order: LoadedOrder): CopyRow {
  const discounts = order.lines.flatMap((line) => line.discounts ?? []);
  const isFulfilled = Boolean(order.fulfillment);
  return [
    shop,
    id,
    number,
    order.name,
    order.customer_id,
    order.currency,
    orderTotalCents(order),
    order.financial_status,
    order.created_at,
    order.fulfillment?.deliveredAt ?? order.fulfillment?.at ?? order.cancelled_at ?? order.created_at,
    order.cancelled_at,
    order.cancelled_at,
    order.cancelled_at ? "CUSTOMER" : null,
    order.email,
    order.phone,
    order.note,
    order.tags ?? [],
    order.source_name ?? "web",
    order.source_identifier,
    isFulfilled ? "FULFILLED" : "UNFULFILLED",
    discounts.reduce((sum, { cents }) => sum + cents, 0),
    order.shipping_cents ?? 0,
    order.shipping_title,
    order.tax_cents ?? 0,
    JSON.stringify(order.discount_codes ?? []),
    JSON.stringify(order.custom_attributes ?? []),
    order.shipping_address,
    order.billing_address,
  ];
}

interface NumberedLine {
  id: number;
  position: number;
  line: NewOrderLine;
  fulfilled: number;
  removed: number;
}

function lineRow(
  shop: string,
  orderId: number,
  { id, position, line, fulfilled, removed }: NumberedLine,
): CopyRow {
  return [
    shop,
    id,
    orderId,
    position,
    line.product_id,
    line.variant_id,
    line.title,
    line.variant_title,
    line.sku,
    line.vendor,
    line.quantity,
    line.price_cents,
    JSON.stringify(line.discounts ?? []),
    line.grams ?? 0,
    line.weight_unit ?? "lb",
    line.requires_shipping ?? true,
    line.taxable ?? true,
    line.gift_card ?? false,
    JSON.stringify(line.properties ?? []),
    line.line_group,
    fulfilled,
    removed,
    removed,
  ];
}

function fulfillmentRow(
  shop: string,
  orderId: number,
  fulfillment: NonNullable<LoadedOrder["fulfillment"]>,
  lines: readonly NumberedLine[],
  nextId: () => number,
): CopyRow {
  const { at, deliveredAt, company, tracking } = fulfillment;
  const parts = lines.map(({ id, line }) => ({ id: nextId(), lineId: id, quantity: line.quantity }));
  return [
    shop,
    nextId(),
    orderId,
    1,
    company,
    tracking,
    deliveredAt ? "DELIVERED" : null,
    deliveredAt,
    JSON.stringify(parts),
    at,
    deliveredAt ?? at,
  ];
}

/** A card payment of what was paid, and a refund of what was refunded. */
function addPayments(
  tables: { refunds: CopyRow[]; transactions: CopyRow[] },
  shop: string,
  orderId: number,
  order: LoadedOrder,
  nextId: () => number,
): void {
  if (order.financial_status === "PENDING" || order.financial_status === "VOIDED") return;
  const payment = nextId();
  const kind = order.financial_status === "AUTHORIZED" ? "AUTHORIZATION" : "SALE";
  const total = orderTotalCents(order);
  const { created_at: at } = order;
  tables.transactions.push([shop, payment, orderId, null, null, kind, "bogus", total, at]);
  if (!order.refundedCents) return;
  const refund = nextId();
  const refundedAt = order.cancelled_at ?? order.fulfillment?.at ?? at;
  tables.refunds.push([shop, refund, orderId, refundedAt]);
  tables.transactions.push([
    shop,
    nextId(),
    orderId,
    refund,
    payment,
    "REFUND",
    "bogus",
    order.refundedCents,
    refundedAt,
  ]);
}
