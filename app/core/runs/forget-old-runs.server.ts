import { withShop } from "~/platform/db/with-shop.server";
import { NIGHTLY_SPREAD_MINUTES } from "~/platform/jobs/schedule.server";
import { defineTask } from "~/platform/jobs/task.server";

/** Every night: deletes runs of more than 90 days ago with their logs. Their jobs stay, and refuse a retry. */
export const forgetOldRuns = defineTask({
  name: "runs.forget-old",
  schedule: {
    cron: "50 3 * * *",
    due: "EXISTS (SELECT FROM runs AS due WHERE due.shop = shops.shop AND due.started_at < now() - interval '90 days')",
    spreadMinutes: NIGHTLY_SPREAD_MINUTES,
  },
  async run(shop) {
    await withShop(shop, (tx) =>
      tx.$client.query(
        `WITH old AS (DELETE FROM runs WHERE shop = $1 AND started_at < now() - interval '90 days' RETURNING id)
         DELETE FROM run_log_lines WHERE shop = $1 AND run_id IN (SELECT id FROM old)`,
        [shop],
      ),
    );
  },
});
