import type pg from "pg";
import { withShop } from "~/platform/db/with-shop.server";
import { NIGHTLY_SPREAD_MINUTES } from "~/platform/jobs/schedule.server";
import { defineTask } from "~/platform/jobs/task.server";

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

/** Every night: a delivery isn't repeated after more than two days, so older ones need not be remembered. */
export const forgetOldDeliveries = defineTask({
  name: "webhooks.forget-old-deliveries",
  schedule: {
    cron: "30 3 * * *",
    due: "EXISTS (SELECT FROM webhook_deliveries AS due WHERE due.shop = shops.shop AND due.received_at < now() - interval '7 days')",
    spreadMinutes: NIGHTLY_SPREAD_MINUTES,
  },
  async run(shop) {
    await withShop(shop, (tx) =>
      tx.$client.query(
        "DELETE FROM webhook_deliveries WHERE shop = $1 AND received_at < now() - interval '7 days'",
        [shop],
      ),
    );
  },
});
