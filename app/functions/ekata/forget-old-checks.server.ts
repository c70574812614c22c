import { withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";

/** Every night: deletes what Ekata answered more than 90 days ago. Reports have only the answers of their own day. */
export const forgetOldChecks: Task = {
  name: "ekata.forget-old-checks",
  schedule: "55 3 * * *",
  async run(shop) {
    await withShop(shop, (tx) =>
      tx.$client.query(
        "DELETE FROM ekata_checks WHERE shop = $1 AND checked_at < now() - interval '90 days'",
        [shop],
      ),
    );
  },
};
