import { withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import type { OperationKind, OperationRow, OperationTable } from "./operation-kind.server";
import { findAbandoned, isAnyAbandoned } from "./operations.server";
import { keyOf } from "./run-operation.server";

/**
 * The task that finishes operations of a kind that were left open: their process died, or an answer was lost.
 * @param finish finishes one of them, see `finishOperation`
 */
export const finishOpenOperations = <Table extends OperationTable>(
  kind: OperationKind<Table>,
  finish: (abandoned: OperationRow<Table>, signal: AbortSignal) => Promise<unknown>,
) =>
  defineTask({
    name: kind.finishTask,
    schedule: { cron: "* * * * *", due: isAnyAbandoned(kind) },
    async run(shop, signal) {
      for (const row of await withShop(shop, (tx) => findAbandoned(tx, kind, shop))) {
        if (signal.aborted) return;
        // One that can't be finished now must not hold up the others. The next run takes it again.
        await finish(row, signal).catch((error: unknown) =>
          log.warn(
            { shop, ...keyOf(kind, row), err: error },
            `an open ${kind.noun} could not be finished yet`,
          ),
        );
      }
    },
  });
