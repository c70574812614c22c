import type { Task } from "~/platform/jobs/task.server";
import { APPLY_DUE_TASK } from "./apply-prices.server";
import { returnsAt } from "./return-prices.server";
import { startDuePrices } from "./start-due-prices.server";

/** Starts, each minute and at a worker's start, the jobs that apply the prices that are due. */
export const applyDuePrices: Task = {
  name: APPLY_DUE_TASK,
  schedule: {
    cron: "* * * * *",
    due: `EXISTS (SELECT FROM price_schedules AS s WHERE s.shop = shops.shop
            AND (s.state = 'applying' OR s.state = 'scheduled' AND s.effective_at <= now() OR ${returnsAt("s", "now()")}))`,
  },
  runsAtStart: true,
  async run(shop) {
    await startDuePrices(shop, new Date());
  },
};
