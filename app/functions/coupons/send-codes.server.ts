import { runOperation } from "~/core/operations/run-operation.server";
import { systemClock } from "~/platform/clock";
import type { Task } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { batchKind, openNextBatch } from "./batch.server";
import { SEND_CODES } from "./request-send-codes.server";
import { settleBatch } from "./settle-batch.server";

/** Sends the codes that wait to be added or removed, in batches. */
export const sendCodes: Task = {
  name: SEND_CODES,
  schedule: "*/5 * * * *",
  async run(shop, signal) {
    while (!signal.aborted) {
      const batch = await openNextBatch(shop);
      if (!batch) return;
      await runOperation(batchKind, batch, systemClock, (lease) => settleBatch(batch, lease, signal)).catch(
        (error: unknown) =>
          // The batch stays open and is finished soon. The other pools' codes don't wait for it.
          log.warn({ shop, poolId: batch.poolId, err: error }, "a batch of coupons is unfinished"),
      );
    }
  },
};
