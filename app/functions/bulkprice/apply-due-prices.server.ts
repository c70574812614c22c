import type { Task } from "~/platform/jobs/task.server";
import { APPLY_DUE_TASK } from "./apply-prices.server";
import { startDuePrices } from "./start-due-prices.server";

/** Starts, each minute and at a worker's start, the jobs that apply the prices that are due. */
export const applyDuePrices: Task = {
  name: APPLY_DUE_TASK,
  schedule: "* * * * *",
  runsAtStart: true,
  async run(shop) {
    await startDuePrices(shop, new Date());
  },
};
