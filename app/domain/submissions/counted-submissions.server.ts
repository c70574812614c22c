import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { SubmissionStatus } from "./statuses";
import type { CountedFilter } from "./submission-filter.server";

/** Where a submission is: the Monday of its week (UTC), and its offset in the submissions from that day on, the oldest first. */
export interface SubmissionPlace {
  from: string;
  offset: number;
}

/** The stored counts added up, as an expression. */
export const storedTotal = (filter: CountedFilter): SQL =>
  sql`SELECT coalesce(sum(entries), 0) FROM submission_counts WHERE ${conditionsOf(filter)}`;

/**
 * Adds up the stored counts, and finds a page's oldest submission.
 * @param page.before how many submissions are before it in the list's order
 * @returns undefined for a page behind the end
 */
export async function locateSubmissions(
  tx: ShopTransaction,
  filter: CountedFilter,
  { before, size, descending }: { before: number; size: number; descending: boolean },
): Promise<{ counted: number; place: SubmissionPlace } | undefined> {
  const place = descending
    ? sql`greatest(0, total - ${before}::bigint - ${size}::bigint)`
    : sql`${before}::bigint`;
  const [found] = await queryRows<{ total: number; from: string; offset: number }>(
    tx,
    sql`SELECT total::int, week::text AS "from", (${place} - (until - entries))::int AS "offset" FROM (
          SELECT week, sum(entries) AS entries, sum(sum(entries)) OVER (ORDER BY week) AS until, sum(sum(entries)) OVER () AS total
            FROM submission_counts WHERE ${conditionsOf(filter)} GROUP BY submission_counts.week) AS weeks
         WHERE until > ${place} ORDER BY weeks.week LIMIT 1`,
    `submissions place:${descending}:${shapeOf(filter)}`,
  );
  return found && { counted: found.total, place: { from: found.from, offset: found.offset } };
}

/** How many submissions each status has. */
export async function countByStatus(tx: ShopTransaction): Promise<ReadonlyMap<SubmissionStatus, number>> {
  const rows = await queryRows<{ status: SubmissionStatus; entries: number }>(
    tx,
    sql`SELECT status, sum(entries)::int AS entries FROM submission_counts WHERE ${conditionsOf({})} GROUP BY 1`,
  );
  return new Map(rows.map(({ status, entries }) => [status, entries]));
}

/** Equal for filters whose conditions differ in their values only. */
const shapeOf = ({ statuses, isHeld, isLoyalty }: CountedFilter): string =>
  [statuses, isHeld, isLoyalty].map((value) => value !== undefined).join(":");

function conditionsOf({ statuses, isHeld, isLoyalty }: CountedFilter): SQL {
  const conditions = [
    // Read in a query of its own, because a comparison would read the setting again for each row.
    sql`shop = (SELECT current_setting('app.shop'))`,
    ...(statuses ? [sql`status = ANY(${sql.param([...statuses])}::text[])`] : []),
    ...(isHeld === undefined ? [] : [sql`is_held = ${isHeld}`]),
    ...(isLoyalty === undefined ? [] : [sql`is_loyalty = ${isLoyalty}`]),
  ];
  return sql.join(conditions, sql` AND `);
}
