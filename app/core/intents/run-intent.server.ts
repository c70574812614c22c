import { isShopifyDown } from "~/connectors/shopify/live.server";
import type { Clock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { defineTask, requestTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import type { IntentDefinition, IntentRow, IntentTable } from "./intent-definition.server";
import {
  claimIntent,
  dropIntent,
  findAbandoned,
  isAnyAbandoned,
  isHeld,
  LostLease,
  releaseIntent,
  renewIntent,
} from "./intents.server";
import { type Lease, renewLease } from "./lease.server";

/** A request whose answer was lost may still take effect for this long (milliseconds). */
const LOOK_AFTER_MS = 5_000;

/**
 * Works on an intent under its lease, right after it was opened or claimed. The work calls `lease.assertHeld` before each
 * change outside, and ends with `completeIntent`. An error that proves that nothing was done drops the intent. After any
 * other error the outcome isn't known: the intent stays open and is looked up soon, or when its lease has expired.
 * @throws LostLease, and what the work throws
 */
export async function runIntent<Table extends IntentTable, Result>(
  definition: IntentDefinition<Table>,
  row: IntentRow<Table>,
  clock: Clock,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result> {
  const lease = leaseOf(definition, row);
  try {
    return await work(lease);
  } catch (error) {
    if (error instanceof LostLease) throw error;
    if (definition.isUndone(error))
      await withShop(row.shop, (tx) => dropIntent(tx, definition, row, clock.now(), error));
    else if (!definition.keepsLease) await leaveOpen(definition, row);
    throw error;
  } finally {
    lease.end();
  }
}

/**
 * Finishes an abandoned intent, unless another process does. After an error it stays open, and the task's schedule takes it
 * up again.
 * @param settle looks at the outside world, and completes or drops the intent
 * @returns undefined when another process has it
 */
export async function finishIntent<Table extends IntentTable, Result>(
  definition: IntentDefinition<Table>,
  abandoned: IntentRow<Table>,
  settle: (row: IntentRow<Table>, lease: Lease) => Promise<Result>,
): Promise<Result | undefined> {
  const { shop } = abandoned;
  const row = await withShop(shop, (tx) => claimIntent(tx, definition, abandoned));
  if (!row) return undefined;
  const lease = leaseOf(definition, row);
  try {
    return await settle(row, lease);
  } catch (error) {
    if (error instanceof LostLease) return undefined;
    await withShop(shop, (tx) => releaseIntent(tx, definition, row));
    throw error;
  } finally {
    lease.end();
  }
}

const leaseOf = <Table extends IntentTable>(
  definition: IntentDefinition<Table>,
  row: IntentRow<Table>,
): Lease =>
  renewLease({
    renew: () => renewIntent(definition, row),
    isOurs: () => isHeld(definition, row),
    lost: () => new LostLease(definition),
  });

async function leaveOpen<Table extends IntentTable>(
  definition: IntentDefinition<Table>,
  row: IntentRow<Table>,
): Promise<void> {
  const { shop } = row;
  const startAfter = new Date(Date.now() + LOOK_AFTER_MS);
  await withShop(shop, async (tx) => {
    await releaseIntent(tx, definition, row);
    await requestTask({ name: definition.finishTask }, shop, { tx, startAfter });
  }).catch((error: unknown) =>
    // Without the database, the lease expires by itself, and the task runs every minute.
    log.warn(
      { shop, ...keyOf(definition, row), err: error },
      `an open ${definition.noun} waits for its lease to expire`,
    ),
  );
}

/** For the log. */
export const keyOf = <Table extends IntentTable>(
  { key }: IntentDefinition<Table>,
  row: IntentRow<Table>,
): Record<string, unknown> => Object.fromEntries(key.map((name) => [name, row[name]]));

/** Another system than Shopify that may be down while intents are finished. */
interface OtherSystem {
  /** Whether an error means that it didn't answer. */
  isUnanswered(error: unknown): boolean;
  /** After as many intents of one run without an answer, it counts as down. */
  maxUnanswered: number;
}

/**
 * The task that finishes a definition's intents that were left open: their process died, or an answer was lost.
 * @param finish finishes one of them, see `finishIntent`
 */
export const finishOpenIntents = <Table extends IntentTable>(
  definition: IntentDefinition<Table>,
  finish: (abandoned: IntentRow<Table>, signal: AbortSignal) => Promise<unknown>,
  other?: OtherSystem,
) =>
  defineTask({
    name: definition.finishTask,
    schedule: { cron: "* * * * *", due: isAnyAbandoned(definition) },
    async run(shop, signal) {
      let unanswered = 0;
      for (const row of await withShop(shop, (tx) => findAbandoned(tx, definition, shop))) {
        if (signal.aborted) return;
        try {
          await finish(row, signal);
        } catch (error) {
          // One that can't be finished now must not hold up the others. The next run takes it again, as the last one.
          log.warn(
            { shop, ...keyOf(definition, row), err: error },
            `an open ${definition.noun} could not be finished yet`,
          );
          if (other?.isUnanswered(error)) unanswered += 1;
          if (unanswered === other?.maxUnanswered) return;
          if (await isShopifyDown(shop, error)) return;
        }
      }
    },
  });
