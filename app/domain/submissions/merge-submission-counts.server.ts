import { withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";

/** Adds up the counts of each week, so that a page reads one row per week and status. */
export const mergeSubmissionCounts = defineTask({
  name: "submissions.merge-counts",
  schedule: {
    cron: "*/5 * * * *",
    due: `EXISTS (SELECT FROM submission_counts AS part WHERE part.shop = shops.shop
                   GROUP BY week, status, is_held, is_loyalty HAVING count(*) > 1)`,
  },
  async run(shop) {
    await withShop(shop, (tx) =>
      tx.$client.query(
        `WITH merged AS (
           DELETE FROM submission_counts AS part USING (
             SELECT week, status, is_held, is_loyalty FROM submission_counts WHERE shop = $1
              GROUP BY 1, 2, 3, 4 HAVING count(*) > 1) AS several
            WHERE part.shop = $1 AND (part.week, part.status, part.is_held, part.is_loyalty)
                  = (several.week, several.status, several.is_held, several.is_loyalty)
           RETURNING part.week, part.status, part.is_held, part.is_loyalty, part.entries)
         INSERT INTO submission_counts (shop, week, status, is_held, is_loyalty, entries)
         SELECT $1, week, status, is_held, is_loyalty, sum(entries) FROM merged GROUP BY 2, 3, 4, 5 HAVING sum(entries) <> 0`,
        [shop],
      ),
    );
  },
});
