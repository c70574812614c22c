import { withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";

/** Every night: deletes runs of more than 90 days ago with their logs. Their jobs stay, and refuse a retry. */
export const forgetOldRuns: Task = {
  name: "runs.forget-old",
  schedule: "50 3 * * *",
  async run(shop) {
    await withShop(shop, (tx) =>
      tx.$client.query(
        `WITH old AS (DELETE FROM runs WHERE shop = $1 AND started_at < now() - interval '90 days' RETURNING id)
         DELETE FROM run_log_lines WHERE shop = $1 AND run_id IN (SELECT id FROM old)`,
        [shop],
      ),
    );
  },
};
