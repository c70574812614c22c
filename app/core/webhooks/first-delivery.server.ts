import type pg from "pg";
import { definePruning, olderThan } from "~/platform/jobs/prune.server";

/** Records a delivery, in the caller's transaction. @returns false when it was received before */
export async function isFirstDelivery(
  client: pg.ClientBase,
  shop: string,
  id: string,
  topic: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    "INSERT INTO webhook_deliveries (shop, id, topic) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [shop, id, topic],
  );
  return rowCount === 1;
}

/** Whether a delivery was recorded. */
export async function wasDelivered(client: pg.ClientBase, shop: string, id: string): Promise<boolean> {
  const { rows } = await client.query("SELECT 1 FROM webhook_deliveries WHERE shop = $1 AND id = $2", [
    shop,
    id,
  ]);
  return rows.length > 0;
}

const DELIVERIES_KEPT_DAYS = 7;

/** A delivery isn't repeated after more than two days. */
export const forgetOldDeliveries = definePruning({
  name: "webhooks.forget-old-deliveries",
  cron: "30 3 * * *",
  what: "Ids of webhooks",
  days: DELIVERIES_KEPT_DAYS,
  rows: [{ table: "webhook_deliveries", where: olderThan("received_at", DELIVERIES_KEPT_DAYS) }],
});
