import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import type { SubmissionStatus } from "./statuses";
import { type CountedFilter, constant } from "./submission-filter.server";

/** The stored counts added up, as an expression. */
export const storedTotal = (filter: CountedFilter): SQL =>
  sql`SELECT coalesce(sum(entries), 0) FROM submission_counts WHERE ${conditionsOf(filter)}`;

/**
 * Selects where a page is, by the stored counts: their `total`, the Monday of the week (UTC) with the page's oldest submission as `since`,
 * its `offset` in the submissions from then on, and the page's `size`. No row for a page behind the end.
 * @param page.before how many submissions are before it in the list's order
 */
export function placeOf(
  filter: CountedFilter,
  { before, pageSize, descending }: { before: number; pageSize: number; descending: boolean },
): SQL {
  const rest = sql`total - ${before}::bigint`;
  const place = descending ? sql`greatest(0, ${rest} - ${pageSize}::bigint)` : sql`${before}::bigint`;
  return sql`SELECT total::int, week::timestamp AT TIME ZONE 'UTC' AS since, ${place} - (until - entries) AS "offset",
      least(${pageSize}::bigint, ${rest})::int AS size
    FROM (SELECT week, sum(entries) AS entries, sum(sum(entries)) OVER (ORDER BY week) AS until, sum(sum(entries)) OVER () AS total
            FROM submission_counts WHERE ${conditionsOf(filter)} GROUP BY submission_counts.week) AS weeks
   WHERE until > ${place} AND ${rest} > 0 ORDER BY weeks.week LIMIT 1`;
}

/** How many submissions each status has. */
export async function countByStatus(tx: ShopTransaction): Promise<ReadonlyMap<SubmissionStatus, number>> {
  const rows = await queryRows<{ status: SubmissionStatus; entries: number }>(
    tx,
    sql`SELECT status, sum(entries)::int AS entries FROM submission_counts WHERE ${conditionsOf({})} GROUP BY 1`,
  );
  return new Map(rows.map(({ status, entries }) => [status, entries]));
}

const flag = (value: boolean): SQL => sql.raw(String(value));

function conditionsOf({ statuses, isHeld, isLoyalty }: CountedFilter): SQL {
  const conditions = [
    // Read in a query of its own, because a comparison would read the setting again for each row.
    sql`shop = (SELECT current_setting('app.shop'))`,
    ...(statuses ? [sql`status IN (${sql.join(statuses.map(constant), sql`, `)})`] : []),
    ...(isHeld === undefined ? [] : [sql`is_held = ${flag(isHeld)}`]),
    ...(isLoyalty === undefined ? [] : [sql`is_loyalty = ${flag(isLoyalty)}`]),
  ];
  return sql.join(conditions, sql` AND `);
}

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
