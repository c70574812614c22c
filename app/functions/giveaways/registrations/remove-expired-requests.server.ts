import { withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";

/** Runs every hour and removes entry requests whose link has expired. The links themselves end by their own time. */
export const removeExpiredRequests: Task = {
  name: "giveaways.remove-expired-requests",
  schedule: {
    cron: "20 * * * *",
    due: "EXISTS (SELECT FROM giveaway_entry_requests AS due WHERE due.shop = shops.shop AND due.expires_at <= now())",
  },
  async run(shop) {
    await withShop(shop, (tx) =>
      tx.$client.query("DELETE FROM giveaway_entry_requests WHERE shop = $1 AND expires_at <= now()", [shop]),
    );
  },
};
