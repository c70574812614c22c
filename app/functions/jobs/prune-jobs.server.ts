import { definePruning, olderThan } from "~/platform/jobs/prune.server";
import { ITEMS_KEPT_DAYS } from "~/platform/jobs/states";

const JOBS_KEPT_DAYS = 730;
const HAS_OLD_ITEMS = `items_deleted_at IS NULL AND ${olderThan("finished_at", ITEMS_KEPT_DAYS)}`;

/** The job stays, with its counts and its message. Its rows can't be retried then. */
export const pruneJobItems = definePruning({
  name: "jobs.prune-items",
  cron: "35 3 * * *",
  what: "Rows of jobs",
  days: ITEMS_KEPT_DAYS,
  rows: [
    {
      table: "job_items",
      where: `job_id IN (SELECT id FROM jobs WHERE jobs.shop = old.shop AND ${HAS_OLD_ITEMS})`,
    },
    { table: "jobs", where: HAS_OLD_ITEMS, set: "items_deleted_at = now()" },
  ],
});

export const pruneJobs = definePruning({
  name: "jobs.prune",
  cron: "40 3 * * *",
  what: "Jobs",
  days: JOBS_KEPT_DAYS,
  rows: [
    {
      table: "jobs",
      where: `items_deleted_at IS NOT NULL AND ${olderThan("created_at", JOBS_KEPT_DAYS)}`,
    },
  ],
});
