import { subDays } from "date-fns";
import { and, eq, gte, sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { jobs } from "~/platform/jobs/tables.server";
import { hasFailures, jobsList } from "./list.server";
import { visibleTo } from "./visible.server";

const DAYS = 7;

/** Also syncs, transfers, imports and reports, which are jobs. */
export const failedJobs = defineDeskLine({
  name: "jobs-failed",
  for: "signed-in",
  urgency: "today",
  noun: `job with failures in the last ${DAYS} days`,
  nouns: `jobs with failures in the last ${DAYS} days`,
  action: "Look at them",
  address: `/jobs?tab=failed&days=${DAYS}`,
  list: jobsList.name,
  records: ({ shop, administrator, now }) => ({
    from: sql`${jobs}`,
    at: sql`${jobs.createdAt}`,
    where: and(
      eq(jobs.shop, shop.domain),
      gte(jobs.createdAt, subDays(now, DAYS)),
      hasFailures,
      visibleTo(administrator),
    ),
  }),
});
