import type { ReportContext, ReportPeriod } from "~/core/reports/report-declaration.server";
import { withShop } from "~/platform/db/with-shop.server";

/**
 * The orders that the report counts, over `orders_of_shop AS o` and with the period as $1 and $2. Test orders and canceled orders
 * sold nothing.
 */
export const IS_SOLD =
  "o.processed_at >= $1 AND o.processed_at < $2 AND NOT o.test AND o.cancelled_at IS NULL";

/** A component in an order, with its bundle. */
export interface BundleLine {
  order_name: string;
  customer_id: string | null;
  processed_at: Date;
  financial_status: string;
  fulfillment_status: string;
  group_id: string;
  group_sku: string | null;
  group_title: string | null;
  group_quantity: number | null;
  sku: string | null;
  title: string;
  quantity: number;
  current_quantity: number;
  total_cents: string;
}

/** Large enough that round trips don't matter, small enough for memory. */
const ORDERS_PER_BATCH = 200;

interface Position {
  /** Text, because a Date has no microseconds. */
  at: string;
  id: string;
}

const BEGINNING: Position = { at: "-infinity", id: "0" };

const readBatch = (domain: string, { start, end }: ReportPeriod, after: Position) =>
  withShop(domain, async (tx) => {
    const { rows: orders } = await tx.$client.query<Position>(
      `SELECT o.processed_at::text AS at, o.id::text AS id FROM orders_of_shop AS o
        WHERE ${IS_SOLD} AND (o.processed_at, o.id) > ($3::timestamptz, $4::bigint)
        ORDER BY o.processed_at, o.id LIMIT ${ORDERS_PER_BATCH}`,
      [start, end, after.at, after.id],
    );
    const { rows: lines } = await tx.$client.query<BundleLine>(
      `SELECT o.name AS order_name, o.customer_id, o.processed_at, o.financial_status, o.fulfillment_status, l.group_id, l.group_sku, l.group_title,
              l.group_quantity, l.sku, l.title, l.quantity, l.current_quantity, l.total_cents
         FROM orders_of_shop AS o JOIN order_lines_of_shop AS l ON l.order_id = o.id
        WHERE o.id = ANY($1::bigint[]) AND l.group_id IS NOT NULL
        ORDER BY o.processed_at, o.id, l.group_id, l.position, l.id`,
      [orders.map(({ id }) => id)],
    );
    return { orders, lines };
  });

/** The lines of bundles in a period, in the order of their orders: the lines of a batch of orders at a time, and never a part of an order. */
export async function* readBundleLines(
  period: ReportPeriod,
  { shop, signal }: ReportContext,
): AsyncGenerator<BundleLine[]> {
  for (let after: Position | undefined = BEGINNING; after; ) {
    signal.throwIfAborted();
    const { orders, lines } = await readBatch(shop.domain, period, after);
    if (lines.length > 0) yield lines;
    after = orders.length < ORDERS_PER_BATCH ? undefined : orders.at(-1);
  }
}
