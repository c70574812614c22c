import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import { definePalette, MAX_FOUND } from "~/core/palette/define-palette.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { type LineAttribute, orderGid } from "./mirror-row";
import { ordersOfShop } from "./tables.server";

/** A line of an order. */
export interface Line {
  /** The number in Shopify's id. */
  number: number;
  sku: string | null;
  title: string;
  quantity: number;
  /** Without the units that were removed or refunded. */
  currentQuantity: number;
  /** Of one unit, before discounts. */
  price: Cents;
  /** Of all units, after all discounts. */
  total: Cents;
  /** The bundle that the line is a component of. */
  group: { id: string; title: string; sku: string | null; quantity: number } | null;
  attributes: LineAttribute[];
}

/** An order as the mirror has it. The statuses are Shopify's enums. */
export interface Order {
  /** Shopify's id. */
  id: string;
  number: number;
  /** With the shop's prefix, such as #1001. */
  name: string;
  customerId: number | null;
  processedAt: Date;
  cancelledAt: Date | null;
  fulfilledAt: Date | null;
  /** Null until all parcels are delivered. */
  deliveredAt: Date | null;
  financialStatus: string;
  fulfillmentStatus: string;
  returnStatus: string;
  risk: string;
  test: boolean;
  sourceName: string | null;
  sourceIdentifier: string | null;
  tags: string[];
  discountCodes: string[];
  total: Cents;
  discount: Cents;
  refunded: Cents;
  lines: Line[];
  /** Shopify's time of the last change. */
  updatedAt: Date;
}

/** The orders with these numbers, by number. One that the mirror doesn't have isn't in the result. */
export async function ordersById(
  tx: ShopTransaction,
  numbers: readonly number[],
): Promise<Map<number, Order>> {
  const found = await readOrders(tx, sql`o.id = ANY(${sql.param([...numbers])}::bigint[])`);
  return new Map(found.map((order) => [order.number, order]));
}

/** The order with this name, with or without #. The latest one if several have it. Null if the mirror doesn't have it. */
export async function orderByName(tx: ShopTransaction, name: string): Promise<Order | null> {
  const other = name.startsWith("#") ? name.slice(1) : `#${name}`;
  const found = await readOrders(
    tx,
    // Not as an array: PostgreSQL would plan the prepared statement again for each one, which takes longer than finding the order.
    sql`o.name IN (${name}, ${other}) ORDER BY o.processed_at DESC, o.id DESC LIMIT 1`,
    "order-by-name",
  );
  return found[0] ?? null;
}

/** SQL for when the first order since a moment was made, null without one. */
export const firstOrder = (since: string): string =>
  `SELECT min(processed_at) FROM orders_of_shop WHERE processed_at >= ${since}`;

/** The latest orders of a customer. */
export const ordersOfCustomer = (tx: ShopTransaction, customerId: number, limit: number): Promise<Order[]> =>
  readOrders(
    tx,
    sql`o.customer_id = ${customerId} ORDER BY o.processed_at DESC NULLS FIRST, o.id DESC NULLS FIRST LIMIT ${limit}`,
  );

/** The orders that used one of these discount codes, oldest first. */
export const ordersWithCodes = (tx: ShopTransaction, codes: readonly string[]): Promise<Order[]> =>
  readOrders(
    tx,
    sql`o.discount_codes <> '{}' AND o.discount_codes && ${sql.param([...codes])}::text[] ORDER BY o.processed_at, o.id`,
  );

interface LineRecord {
  id: number;
  sku: string | null;
  title: string;
  quantity: number;
  current_quantity: number;
  price_cents: number;
  total_cents: number;
  group_id: string | null;
  group_title: string | null;
  group_sku: string | null;
  group_quantity: number | null;
  attributes: LineAttribute[];
}

interface OrderRecord {
  id: string;
  name: string;
  customer_id: string | null;
  processed_at: Date;
  updated_at: Date;
  cancelled_at: Date | null;
  fulfilled_at: Date | null;
  delivered_at: Date | null;
  financial_status: string;
  fulfillment_status: string;
  return_status: string;
  risk: string;
  test: boolean;
  source_name: string | null;
  source_identifier: string | null;
  tags: string[];
  discount_codes: string[];
  total_cents: string;
  discount_cents: string;
  refunded_cents: string;
  lines: LineRecord[] | null;
}

/**
 * @param where a condition over `orders_of_shop AS o`, with the order of the rows
 * @param name prepares the statement
 */
async function readOrders(tx: ShopTransaction, where: SQL, name?: string): Promise<Order[]> {
  const rows = await queryRows<OrderRecord>(
    tx,
    sql`SELECT o.*, (SELECT json_agg(to_json(l) ORDER BY l.position, l.id) FROM order_lines_of_shop AS l
                      WHERE l.order_id = o.id) AS lines
          FROM orders_of_shop AS o WHERE ${where}`,
    name,
  );
  return rows.map(orderOf);
}

const orderOf = (record: OrderRecord): Order => ({
  id: orderGid(record.id),
  number: Number(record.id),
  name: record.name,
  customerId: record.customer_id === null ? null : Number(record.customer_id),
  processedAt: record.processed_at,
  cancelledAt: record.cancelled_at,
  fulfilledAt: record.fulfilled_at,
  deliveredAt: record.delivered_at,
  financialStatus: record.financial_status,
  fulfillmentStatus: record.fulfillment_status,
  returnStatus: record.return_status,
  risk: record.risk,
  test: record.test,
  sourceName: record.source_name,
  sourceIdentifier: record.source_identifier,
  tags: record.tags,
  discountCodes: record.discount_codes,
  total: centsFromDatabase(record.total_cents),
  discount: centsFromDatabase(record.discount_cents),
  refunded: centsFromDatabase(record.refunded_cents),
  lines: (record.lines ?? []).map(lineOf),
  updatedAt: record.updated_at,
});

const lineOf = (record: LineRecord): Line => ({
  number: record.id,
  sku: record.sku,
  title: record.title,
  quantity: record.quantity,
  currentQuantity: record.current_quantity,
  price: record.price_cents as Cents,
  total: record.total_cents as Cents,
  group:
    record.group_id === null
      ? null
      : {
          id: record.group_id,
          title: record.group_title ?? "",
          sku: record.group_sku,
          quantity: record.group_quantity ?? 0,
        },
  attributes: record.attributes,
});

/** Selects the names of orders that a text names, with or without the number sign. Null for a text that names none. */
export const selectOrderNames = (text: string): SQL | null =>
  /\d/.test(text) && !/\s/.test(text)
    ? sql`SELECT name FROM ${ordersOfShop} WHERE name IN (${text}, ${`#${text}`}) LIMIT ${MAX_FOUND}`
    : null;

export const ordersInPalette = definePalette({
  name: "Orders",
  for: "showOrderReturns",
  find({ text }) {
    const names = selectOrderNames(text);
    return names && sql`SELECT name AS key, name AS title, NULL AS detail FROM (${names}) AS orders`;
  },
  address: ({ key }) => `/orderReturns?${new URLSearchParams({ value: key })}`,
});
