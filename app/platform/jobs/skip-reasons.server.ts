import { type SQL, sql } from "drizzle-orm";
import type { FinishedItem } from "./pending-items.server";
import { jobs } from "./tables.server";

/**
 * In SQL: the params of a job whose items have ended, with how many were skipped for each reason.
 * @param positions only of these
 */
export const addSkipReasons = (finished: readonly FinishedItem[], positions: ReadonlySet<number>): SQL =>
  withReasons(reasonsOf(finished, positions));

/** How many of these items were skipped for each reason. */
function reasonsOf(
  finished: readonly FinishedItem[],
  positions: ReadonlySet<number>,
): ReadonlyMap<string, number> {
  const reasons = new Map<string, number>();
  for (const { item, outcome } of finished) {
    const { state, reason } = outcome;
    if (state === "skipped" && reason && positions.has(item.position))
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return reasons;
}

/** Adds to the counts by reason in a job's params, without reading them first. */
function withReasons(reasons: ReadonlyMap<string, number>): SQL {
  let counts = sql`coalesce(${jobs.params} -> 'skippedBecause', '{}'::jsonb)`;
  for (const [reason, count] of reasons)
    counts = sql`${counts} || jsonb_build_object(${reason}::text,
      coalesce((${jobs.params} -> 'skippedBecause' ->> ${reason}::text)::int, 0) + ${count}::int)`;
  return reasons.size === 0
    ? sql`${jobs.params}`
    : sql`${jobs.params} || jsonb_build_object('skippedBecause', ${counts})`;
}
