import { withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import type { IntentDefinition, IntentRow, IntentTable } from "./intent-definition.server";
import { findAbandoned, isAnyAbandoned } from "./intents.server";
import { keyOf } from "./run-intent.server";

/**
 * The task that finishes a definition's intents that were left open: their process died, or an answer was lost.
 * @param finish finishes one of them, see `finishIntent`
 */
export const finishOpenIntents = <Table extends IntentTable>(
  definition: IntentDefinition<Table>,
  finish: (abandoned: IntentRow<Table>, signal: AbortSignal) => Promise<unknown>,
) =>
  defineTask({
    name: definition.finishTask,
    schedule: { cron: "* * * * *", due: isAnyAbandoned(definition) },
    async run(shop, signal) {
      for (const row of await withShop(shop, (tx) => findAbandoned(tx, definition, shop))) {
        if (signal.aborted) return;
        // One that can't be finished now must not hold up the others. The next run takes it again.
        await finish(row, signal).catch((error: unknown) =>
          log.warn(
            { shop, ...keyOf(definition, row), err: error },
            `an open ${definition.noun} could not be finished yet`,
          ),
        );
      }
    },
  });
