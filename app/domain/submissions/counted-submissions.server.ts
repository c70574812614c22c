import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { SubmissionStatus } from "./statuses";
import type { CountedFilter } from "./submission-filter.server";

/** Submissions of a filter, without counting them one by one. */
export interface CountedSubmissions {
  total: number;
  /** Where the submission with this offset is (0 is the oldest): its day (UTC), and the offset in it. */
  placeOf(offset: number): { from: string; offset: number };
}

/** Adds up the stored counts. */
export async function countSubmissions(
  tx: ShopTransaction,
  filter: CountedFilter,
): Promise<CountedSubmissions> {
  const days = await queryRows<{ day: string; entries: number }>(
    tx,
    sql`SELECT day::text, sum(entries)::int AS entries FROM submission_counts WHERE ${conditionsOf(filter)}
         GROUP BY submission_counts.day HAVING sum(entries) > 0 ORDER BY submission_counts.day`,
  );
  return {
    total: days.reduce((sum, { entries }) => sum + entries, 0),
    placeOf(offset) {
      let rest = offset;
      for (const { day, entries } of days) {
        if (rest < entries) return { from: day, offset: rest };
        rest -= entries;
      }
      return { from: days.at(-1)?.day ?? "-infinity", offset: rest };
    },
  };
}

/** How many submissions each status has. */
export async function countByStatus(tx: ShopTransaction): Promise<ReadonlyMap<SubmissionStatus, number>> {
  const rows = await queryRows<{ status: SubmissionStatus; entries: number }>(
    tx,
    sql`SELECT status, sum(entries)::int AS entries FROM submission_counts WHERE ${conditionsOf({})} GROUP BY 1`,
  );
  return new Map(rows.map(({ status, entries }) => [status, entries]));
}

function conditionsOf({ statuses, isHeld, isLoyalty }: CountedFilter): SQL {
  const conditions = [
    sql`shop = current_setting('app.shop')`,
    ...(statuses ? [sql`status = ANY(${sql.param([...statuses])}::text[])`] : []),
    ...(isHeld === undefined ? [] : [sql`is_held = ${isHeld}`]),
    ...(isLoyalty === undefined ? [] : [sql`is_loyalty = ${isLoyalty}`]),
  ];
  return sql.join(conditions, sql` AND `);
}
