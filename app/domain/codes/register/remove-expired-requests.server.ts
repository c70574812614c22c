import { withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";

/** Runs every hour and removes registrations that weren't confirmed. The links themselves end by their own time. */
export const removeExpiredRequests: Task = {
  name: "codes.remove-expired-requests",
  schedule: {
    cron: "25 * * * *",
    due: "EXISTS (SELECT FROM code_requests AS due WHERE due.shop = shops.shop AND due.expires_at <= now())",
  },
  async run(shop) {
    await withShop(shop, (tx) =>
      tx.$client.query("DELETE FROM code_requests WHERE shop = $1 AND expires_at <= now()", [shop]),
    );
  },
};
