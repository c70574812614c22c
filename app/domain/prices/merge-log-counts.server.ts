import { withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";
import { firstDayOfPart } from "./log-counts.server";

/** Adds new counts to those of their 32 days. */
const ADD_TO_PARTS = `
  WITH added AS (
    UPDATE price_log_counts SET is_in_part = true WHERE shop = $1 AND NOT is_in_part RETURNING day, of_price_lists, entries)
  INSERT INTO price_log_part_counts AS part (shop, first_day, of_price_lists, entries)
  SELECT $1, ${firstDayOfPart("day")}, of_price_lists, sum(entries) FROM added GROUP BY 2, 3
  ON CONFLICT (shop, first_day, of_price_lists) DO UPDATE SET entries = part.entries + excluded.entries`;

/** Adds up the counts of each day that has several. */
const MERGE_DAYS = `
  WITH merged AS (
    DELETE FROM price_log_counts AS counts USING (
      SELECT day, of_price_lists FROM price_log_counts WHERE shop = $1 AND is_in_part GROUP BY 1, 2 HAVING count(*) > 1) AS several
     WHERE counts.shop = $1 AND counts.is_in_part AND counts.day = several.day AND counts.of_price_lists = several.of_price_lists
    RETURNING counts.day, counts.of_price_lists, counts.entries)
  INSERT INTO price_log_counts (shop, day, of_price_lists, entries, is_in_part)
  SELECT $1, day, of_price_lists, sum(entries), true FROM merged GROUP BY 2, 3`;

/** Adds up the counts of the log, so that a page reads one row per 32 days, and one per day of those where it begins. */
export const mergeLogCounts: Task = {
  name: "prices.merge-log-counts",
  schedule: {
    cron: "*/10 * * * *",
    due: "EXISTS (SELECT FROM price_log_counts AS due WHERE due.shop = shops.shop AND NOT due.is_in_part)",
  },
  async run(shop) {
    await withShop(shop, async (tx) => {
      await tx.$client.query(ADD_TO_PARTS, [shop]);
      await tx.$client.query(MERGE_DAYS, [shop]);
    });
  },
};
