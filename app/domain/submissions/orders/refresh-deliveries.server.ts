import { and, asc, eq, gt, or, sql } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { DataOf } from "~/connectors/shopify/operation";
import { orderDeliveries } from "~/connectors/shopify/operations/promo-orders";
import { withShop } from "~/platform/db/with-shop.server";
import { NIGHTLY_SPREAD_MINUTES } from "~/platform/jobs/schedule.server";
import { defineTask } from "~/platform/jobs/task.server";
import { submissions } from "../tables.server";
import { orderIdOf } from "./end-attempt.server";
import { type DeliveryReport, recordDelivery } from "./record-delivery.server";

const ORDERS_PER_REQUEST = 50;
/** The slowest international mail takes eight weeks. Without tracking, a shipment is never reported as delivered. */
const DAYS_AFTER_SHIPMENT = 60;

/** Reads the orders that aren't shipped yet, and those that may still be delivered, once a day: webhooks get lost. */
export const refreshDeliveries = defineTask({
  name: "submissions.refresh-deliveries",
  schedule: {
    cron: "20 4 * * *",
    due: "EXISTS (SELECT FROM submissions AS due WHERE due.shop = shops.shop AND due.fulfillment_status IN ('Unfulfilled', 'Shipped'))",
    spreadMinutes: NIGHTLY_SPREAD_MINUTES,
  },
  async run(shop, signal) {
    const adminApi = liveAdminApi(shop);
    for (let after = 0; !signal.aborted; ) {
      const found = await readOpenOrders(shop, after);
      const last = found.at(-1);
      if (!last) return;
      after = last.id;
      const versions = new Map(found.map(({ orderId, version }) => [orderId, version]));
      const ids = found.map(({ orderId }) => `gid://shopify/Order/${orderId}`);
      const { nodes } = await adminApi.run(orderDeliveries, { ids }, { priority: "bulk", signal });
      for (const node of nodes) {
        const report = node && "id" in node ? reportOf(node) : undefined;
        if (!report || !node || !("id" in node)) continue;
        const orderId = orderIdOf(node.id);
        await recordDelivery(shop, orderId, report, versions.get(orderId));
      }
    }
  },
});

const readOpenOrders = (shop: string, after: number) =>
  withShop(shop, (tx) =>
    tx
      .select({ id: submissions.id, orderId: submissions.orderId, version: submissions.version })
      .from(submissions)
      .where(
        and(
          eq(submissions.shop, shop),
          or(
            eq(submissions.fulfillmentStatus, "Unfulfilled"),
            and(
              eq(submissions.fulfillmentStatus, "Shipped"),
              gt(submissions.shippedAt, sql`now() - make_interval(days => ${DAYS_AFTER_SHIPMENT})`),
            ),
          ),
          gt(submissions.id, after),
        ),
      )
      .orderBy(asc(submissions.id))
      .limit(ORDERS_PER_REQUEST),
  );

type Order = Extract<NonNullable<DataOf<typeof orderDeliveries>["nodes"][number]>, { id: string }>;

function reportOf({ cancelledAt, cancelReason, fulfillments }: Order): DeliveryReport | undefined {
  if (cancelledAt) return { is: "canceled", reason: cancelReason?.toLowerCase() ?? "no reason" };
  const shipped = fulfillments.find(({ status }) => status === "SUCCESS");
  if (!shipped) return { is: "unshipped", trackingNumber: null };
  const trackingNumber = shipped.trackingInfo[0]?.number ?? null;
  return shipped.deliveredAt || shipped.displayStatus === "DELIVERED"
    ? { is: "delivered", at: new Date(shipped.deliveredAt ?? shipped.createdAt), trackingNumber }
    : { is: "shipped", at: new Date(shipped.createdAt), trackingNumber };
}
