import { definePruning, olderThan } from "~/platform/jobs/prune.server";

const DAYS = 90;
const IS_OLD = olderThan("started_at", DAYS);

/** The syncs' jobs stay, and refuse a retry. */
export const forgetOldSyncs = definePruning({
  name: "runs.forget-old",
  cron: "50 3 * * *",
  what: "Runs of syncs, transfers and reports, with their logs",
  days: DAYS,
  rows: [
    {
      table: "run_log_lines",
      where: `run_id IN (SELECT id FROM runs WHERE runs.shop = old.shop AND ${IS_OLD})`,
    },
    { table: "runs", where: IS_OLD },
  ],
});
