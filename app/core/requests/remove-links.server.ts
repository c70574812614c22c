import { subDays } from "date-fns";
import { and, eq, lte } from "drizzle-orm";
import { withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import { RENEWABLE_DAYS } from "./limits";
import { requestLinks } from "./tables.server";

/** Runs every day: deletes links that can no longer be renewed. */
export const removeRequestLinks = defineTask({
  name: "requests.remove-links",
  schedule: {
    cron: "50 3 * * *",
    due: `EXISTS (SELECT FROM request_links AS due
                   WHERE due.shop = shops.shop AND due.expires_at <= now() - interval '${RENEWABLE_DAYS} days')`,
  },
  async run(shop) {
    const before = subDays(new Date(), RENEWABLE_DAYS);
    await withShop(shop, (tx) =>
      tx.delete(requestLinks).where(and(eq(requestLinks.shop, shop), lte(requestLinks.expiresAt, before))),
    );
  },
});
