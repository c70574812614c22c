import { setTimeout as wait } from "node:timers/promises";
import { afterCommit, type ShopTransaction } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";

/** The task that sends postings to Shopify, by name, because importing the task itself would be a cycle. */
export const DISPATCH_TASK = { name: "ledger.carry" };

/** Each process requests the task at most this often (milliseconds). */
const REQUEST_EVERY_MS = 50;

/** Shops whose task is being requested. True when more postings were written since. */
const requesting = new Map<string, boolean>();

/**
 * Requests the dispatcher after the caller's transaction commits. A request inside each transaction would make concurrent
 * postings wait for each other in the queue's unique index, and the dispatcher could run before the commit. If the process dies
 * right after the commit, the task's schedule sends the postings.
 */
export function notifyDispatcher(tx: ShopTransaction, shop: string): void {
  afterCommit(tx, () => {
    if (requesting.has(shop)) requesting.set(shop, true);
    else void requestUntilQuiet(shop);
  });
}

async function requestUntilQuiet(shop: string): Promise<void> {
  do {
    requesting.set(shop, false);
    await requestTask(DISPATCH_TASK, shop).catch((error: Error) =>
      log.warn({ shop, err: error.message }, "the dispatcher could not be notified and runs on its schedule"),
    );
    if (requesting.get(shop)) await wait(REQUEST_EVERY_MS, undefined, { ref: false });
  } while (requesting.get(shop));
  requesting.delete(shop);
}
