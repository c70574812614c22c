import { orderCustomer } from "~/connectors/shopify/operations/store-credit";
import { customerNumber } from "~/domain/customers/mirror-row";
import { withShop } from "~/platform/db/with-shop.server";
import { log } from "~/platform/log.server";
import type { ComparingTools } from "./account.server";
import { noteForComparison } from "./note.server";

/** Orders looked up in one go: whoever is noted meanwhile is compared before the next. */
const AT_ONCE = 20;
/** The pause after the first failure (seconds); it doubles with each one, up to an hour. */
const AFTER_FAILURE_SECONDS = 60;
/** An order that Shopify has still not shown after as many times, over two days: it may be too old for this app to see. */
const MOST_ATTEMPTS = 50;

interface NotedOrder {
  id: string;
  attempts: number;
}

/**
 * Finds out whose orders store credit was refunded for, and has their accounts compared. One that cannot be looked up is put
 * off and keeps nobody else waiting; one that never can be is left to the nightly comparison of everybody.
 * @returns how many it looked at
 */
export async function lookUpOrders(tools: ComparingTools): Promise<number> {
  const { rows } = await withShop(tools.shop, (tx) =>
    tx.$client.query<NotedOrder>(
      `SELECT order_id AS id, attempts FROM credit_orders_to_look_up
        WHERE shop = $1 AND not_before <= clock_timestamp() ORDER BY not_before LIMIT ${AT_ONCE}`,
      [tools.shop],
    ),
  );
  for (const order of rows) {
    if (tools.call.signal?.aborted) break;
    await lookUp(tools, order);
  }
  return rows.length;
}

async function lookUp({ shop, adminApi, call }: ComparingTools, noted: NotedOrder): Promise<void> {
  try {
    const { order } = await adminApi.run(orderCustomer, { id: `gid://shopify/Order/${noted.id}` }, call);
    if (!order) throw new Error("Shopify does not show the order.");
    // A guest has no store credit.
    await done(shop, noted, customerNumber(order.customer?.id ?? ""));
  } catch (error) {
    if (call.signal?.aborted) throw error;
    const isLast = noted.attempts + 1 >= MOST_ATTEMPTS;
    const what = isLast ? "is given up" : "is put off";
    log.warn({ shop, order: noted.id, err: error }, `whose order was refunded to credit ${what}`);
    await (isLast ? done(shop, noted, null) : putOff(shop, noted));
  }
}

const done = (shop: string, { id }: NotedOrder, customerId: number | null) =>
  withShop(shop, async (tx) => {
    if (customerId !== null) await noteForComparison(tx, shop, [customerId]);
    await tx.$client.query("DELETE FROM credit_orders_to_look_up WHERE shop = $1 AND order_id = $2", [
      shop,
      id,
    ]);
  });

const putOff = (shop: string, { id, attempts }: NotedOrder) =>
  withShop(shop, (tx) =>
    tx.$client.query(
      `UPDATE credit_orders_to_look_up SET attempts = attempts + 1,
              not_before = clock_timestamp() + make_interval(secs => $3)
        WHERE shop = $1 AND order_id = $2`,
      [shop, id, Math.min(3_600, AFTER_FAILURE_SECONDS * 2 ** attempts)],
    ),
  );
