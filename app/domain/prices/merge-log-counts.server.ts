import { withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";

/** Adds up the counts of each day that has several, so that a page of the log reads one row per day. */
export const mergeLogCounts: Task = {
  name: "prices.merge-log-counts",
  schedule: "*/10 * * * *",
  async run(shop) {
    await withShop(shop, (tx) =>
      tx.$client.query(
        `WITH merged AS (
           DELETE FROM price_log_counts AS part USING (
             SELECT day, of_price_lists FROM price_log_counts WHERE shop = $1 GROUP BY 1, 2 HAVING count(*) > 1) AS several
            WHERE part.shop = $1 AND part.day = several.day AND part.of_price_lists = several.of_price_lists
           RETURNING part.day, part.of_price_lists, part.entries)
         INSERT INTO price_log_counts (shop, day, of_price_lists, entries)
         SELECT $1, day, of_price_lists, sum(entries) FROM merged GROUP BY 2, 3`,
        [shop],
      ),
    );
  },
};
