import { liveAdminApi } from "~/connectors/shopify/live.server";
import { completeIntent, dropIntent, LostLease, openIntent } from "~/core/intents/intents.server";
import { runIntent } from "~/core/intents/run-intent.server";
import type { Administrator, Flag } from "~/platform/auth/permission";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { pause } from "~/platform/deadline.server";
import { Refusal } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { finishEarlierEdit, type RecordEdit, recordEdit } from "./finish-open-edits.server";

/** The customer to lock, and the administrator who changes the record. */
export interface EditLock {
  shop: string;
  customerId: number;
  actor: Pick<Administrator, "id" | "name">;
  flag: Flag;
  signal: AbortSignal;
}

const PAUSE_MS = 1_000;
/** Longer than the lease of a process that died. */
const MAX_WAIT_MS = 75_000;

/**
 * Does some work of a job while no edit of the customer is open. Shopify compares no digest of tags: two writers that have read the
 * same tag would both replace it, and the customer would have two. The job keeps its plan itself, so the edit that is the lock has no
 * changes. Nothing needs it after an error: only a process that died or lost its lease leaves it, and then it is dropped.
 * @param work must read the customer itself. It gets the `beforeSending` of its changes
 * @throws 409 when another edit of the customer stays open
 */
export async function withEditLock<Result>(
  lock: EditLock,
  work: (assertHeld: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const edit = await openEdit(lock);
  // An error is thrown after the intent ended, so that the intent isn't left open for it.
  const [outcome] = await runIntent(recordEdit, edit, systemClock, async ({ assertHeld }) => {
    const outcomes = await Promise.allSettled([work(assertHeld)]);
    await endEdit(edit, outcomes[0]);
    return outcomes;
  });
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

async function endEdit(edit: RecordEdit, outcome: PromiseSettledResult<unknown>): Promise<void> {
  if (outcome.status === "rejected" && outcome.reason instanceof LostLease) return;
  await withShop(edit.shop, async (tx) => {
    // A crash that loses this commit leaves the lock, which is dropped when its lease has expired.
    await tx.$client.query("SET LOCAL synchronous_commit = off");
    const now = systemClock.now();
    if (outcome.status === "rejected") await dropIntent(tx, recordEdit, edit, now);
    else await completeIntent(tx, recordEdit, edit, now);
  }).catch((error: unknown) => {
    // The work is done: it doesn't matter that the lock was lost after it.
    if (error instanceof LostLease) return;
    if (outcome.status === "fulfilled") throw error;
    // The error of the work says more. The lease expires by itself.
    const { shop, customerId } = edit;
    log.warn({ shop, customerId, err: error }, "a lock of edits waits for its lease to expire");
  });
}

/** Waits until no other edit of the customer is open. One that was left open is finished first. */
async function openEdit({ shop, customerId, actor, flag, signal }: EditLock): Promise<RecordEdit> {
  const tools = {
    shop,
    adminApi: liveAdminApi(shop),
    clock: systemClock,
    call: { priority: "bulk", signal } as const,
  };
  const deadline = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return await withShop(shop, (tx) =>
        openIntent(tx, recordEdit, {
          shop,
          customerId,
          changes: [],
          editedById: actor.id,
          editedByName: actor.name,
          flag,
          startedAt: systemClock.now(),
        }),
      );
    } catch (error) {
      const isBusy = error instanceof Refusal && error.status === 409;
      if (!isBusy || performance.now() > deadline) throw error;
    }
    const finished = await finishEarlierEdit(tools, customerId);
    if (!finished) await pause(PAUSE_MS, { signal });
  }
}
