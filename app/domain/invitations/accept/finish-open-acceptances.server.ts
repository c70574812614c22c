import { liveAdminApi } from "~/connectors/shopify/live.server";
import { systemClock } from "~/platform/clock";
import type { Task } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { leftAcceptances, takeOver } from "./acceptance-record.server";
import { carryOut, FINISH_TASK } from "./carry-out.server";

/** Carries out acceptances that were opened and then left: their process died, or Shopify did not answer. */
export const finishOpenAcceptances: Task = {
  name: FINISH_TASK,
  schedule: "* * * * *",
  async run(shop, signal) {
    const tools = {
      adminApi: liveAdminApi(shop),
      clock: systemClock,
      call: { priority: "bulk", signal } as const,
    };
    for (const left of await leftAcceptances(shop)) {
      if (signal.aborted) return;
      const acceptance = await takeOver(left);
      if (!acceptance) continue;
      // One that cannot be finished now must not hold up the others; the next run takes it again.
      await carryOut(tools, acceptance).catch((error) =>
        log.warn(
          { shop, invitation: left.invitationId, err: error },
          "an acceptance could not be finished yet",
        ),
      );
    }
  },
};
