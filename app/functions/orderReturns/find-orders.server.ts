import { and, eq, ne, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { containsIndexed, MIN_TRIGRAM_LENGTH } from "~/core/lists/search.server";
import { withShop } from "~/platform/db/with-shop.server";
import { centsFromDatabase } from "~/platform/money/cents";
import { isUnpaid, unitsOf } from "./return-case.server";
import type { CustomersOrder, OpenReturn } from "./schemas";
import { returnCases, returnRefunds } from "./tables.server";

const MAX_ORDERS = 20;
/** How many customers whose name or address has the text are looked at. */
const MAX_CUSTOMERS = 200;

interface FoundOrders {
  rows: CustomersOrder[];
  /** Why rows may be missing, or there are none. Null when these are all. */
  msg: string | null;
}

/** The latest orders of customers by a part of their name or email address, as the mirror has them. */
export async function findOrders({ shop }: CallContext, { value }: { value: string }): Promise<FoundOrders> {
  if (value.length < MIN_TRIGRAM_LENGTH)
    return {
      rows: [],
      msg: `Enter at least ${MIN_TRIGRAM_LENGTH} characters of a name or an email address.`,
    };
  const records = await withShop(shop.domain, (tx) =>
    queryRows<OrderRecord>(
      tx,
      sql`SELECT o.*, matched.display_name, matched.email, matched.customers
            FROM (SELECT id, display_name, email, count(*) OVER () AS customers
                    FROM (SELECT * FROM customers_of_shop
                           WHERE ${containsIndexed(sql`search_text`, value, [" ", "@"])} LIMIT ${MAX_CUSTOMERS}) AS every
                ) AS matched
            CROSS JOIN LATERAL (
              SELECT id, name, processed_at, total_cents, fulfillment_status, return_status FROM orders_of_shop AS own
               WHERE own.customer_id = matched.id
               ORDER BY own.processed_at DESC NULLS FIRST, own.id DESC NULLS FIRST LIMIT ${MAX_ORDERS + 1}) AS o
           ORDER BY lower(matched.email) = lower(${value}) DESC NULLS LAST, o.processed_at DESC, o.id DESC
           LIMIT ${MAX_ORDERS + 1}`,
    ),
  );
  return { rows: records.slice(0, MAX_ORDERS).map(rowOf), msg: remarkOn(records, value) };
}

interface OrderRecord {
  name: string;
  processed_at: Date;
  total_cents: string;
  fulfillment_status: string;
  return_status: string;
  display_name: string;
  email: string | null;
  customers: string;
}

const rowOf = (record: OrderRecord): CustomersOrder => ({
  order_name: record.name,
  customer: record.display_name,
  email: record.email,
  order_date: record.processed_at.toISOString(),
  total_cents: centsFromDatabase(record.total_cents),
  fulfillment_status: record.fulfillment_status,
  return_status: record.return_status,
});

function remarkOn(records: readonly OrderRecord[], value: string): string | null {
  const [first] = records;
  if (!first)
    return `No customer with an order has “${value}” in their name or email address. Check the spelling, or search by the order number.`;
  if (Number(first.customers) >= MAX_CUSTOMERS)
    return `“${value}” fits many customers, so orders may be missing here. Enter more of the name or email address.`;
  return records.length > MAX_ORDERS
    ? `The latest ${MAX_ORDERS} orders are shown. Enter more of the name or email address to see others.`
    : null;
}

const MAX_ROWS = 100;

const DAY_MS = 24 * 60 * 60_000;

/** Packages that UPS delivered and that haven't been received in Backroom. */
export const isToReceive = and(
  eq(returnCases.packageState, "delivered"),
  sql`NOT EXISTS (SELECT 1 FROM ${returnRefunds} AS refund
       WHERE refund.shop = ${returnCases.shop} AND refund.return_gid = ${returnCases.returnGid}
         AND refund.state <> 'failed' AND refund.processed_at IS NOT NULL)`,
);

/** The returns that were created here and aren't refunded yet, oldest first. @param delivered only those to receive */
export async function listOpenReturns(
  { shop: { domain: shop }, clock }: CallContext,
  { delivered }: { delivered?: "1" },
): Promise<{ rows: OpenReturn[]; total: number }> {
  const now = clock.now().getTime();
  const rows = await withShop(shop, (tx) =>
    tx
      .select({ row: returnCases, refund: returnRefunds, total: sql<number>`count(*) OVER ()::int` })
      .from(returnCases)
      .leftJoin(
        returnRefunds,
        and(
          eq(returnRefunds.shop, returnCases.shop),
          eq(returnRefunds.returnGid, returnCases.returnGid),
          ne(returnRefunds.state, "failed"),
        ),
      )
      .where(and(isUnpaid(shop), delivered ? isToReceive : undefined))
      .orderBy(returnCases.finishedAt, returnCases.id)
      .limit(MAX_ROWS),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ row, refund }) => ({
      id: row.id,
      order_name: row.orderName,
      units: unitsOf(row.lines),
      created_date: (row.finishedAt ?? row.startedAt).toISOString(),
      created_by: row.madeByName,
      age_days: Math.max(0, Math.floor((now - (row.finishedAt ?? row.startedAt).getTime()) / DAY_MS)),
      tracking_number: row.trackingNumber,
      package_state: row.packageState,
      package_status: row.packageStatus,
      received: refund?.processedAt
        ? {
            at: refund.processedAt.toISOString(),
            by: refund.madeByName,
            units: unitsOf(refund.lines.filter(({ disposition }) => disposition !== "MISSING")),
          }
        : null,
    })),
  };
}
