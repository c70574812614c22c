import { withShop } from "~/platform/db/with-shop.server";
import { NIGHTLY_SPREAD_MINUTES } from "~/platform/jobs/schedule.server";
import type { Task } from "~/platform/jobs/task.server";

/** Every night: deletes what Ekata answered more than 90 days ago. Reports have only the answers of their own day. */
export const forgetOldChecks: Task = {
  name: "ekata.forget-old-checks",
  schedule: {
    cron: "55 3 * * *",
    due: "EXISTS (SELECT FROM ekata_checks AS due WHERE due.shop = shops.shop AND due.checked_at < now() - interval '90 days')",
    spreadMinutes: NIGHTLY_SPREAD_MINUTES,
  },
  async run(shop) {
    await withShop(shop, (tx) =>
      tx.$client.query(
        "DELETE FROM ekata_checks WHERE shop = $1 AND checked_at < now() - interval '90 days'",
        [shop],
      ),
    );
  },
};
