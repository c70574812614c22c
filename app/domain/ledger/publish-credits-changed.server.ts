import { setTimeout as wait } from "node:timers/promises";
import { afterCommit, type ShopTransaction } from "~/platform/db/with-shop.server";
import type { MessagePriority } from "~/platform/jobs/queue.server";
import { requestTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";

/** At most this often (milliseconds). */
const PUBLISH_EVERY_MS = 1_000;

/** The realtime lists of customers with credit and transactions, and of the reconciliation. */
const LEDGER_LISTS = ["credits", "ledger-proof"];

/** Publishes to pages that show credits that something changed. */
export function publishCreditsChanged(shop: string): void {
  for (const list of LEDGER_LISTS) publishChange(shop, "showCredits", { list });
}

/** Throttles publishing for work with many changes. Call `flush` at its end. */
export function createThrottledPublisher(shop: string) {
  let publishedAt = Number.NEGATIVE_INFINITY;
  let isPending = false;
  return {
    publish() {
      isPending = true;
      if (performance.now() - publishedAt < PUBLISH_EVERY_MS) return;
      publishedAt = performance.now();
      isPending = false;
      publishCreditsChanged(shop);
    },
    flush() {
      if (isPending) publishCreditsChanged(shop);
    },
  };
}

/** The task that sends postings to Shopify, by name, because importing the task itself would be a cycle. */
export const DISPATCH_TASK = { name: "ledger.carry" };

/** Each process requests the task at most this often (milliseconds). */
const REQUEST_EVERY_MS = 50;

/** Shops whose task is being requested, with the priority of a further request when more postings were written since. */
const requesting = new Map<string, MessagePriority | null>();

/**
 * Requests the dispatcher after the caller's transaction commits. A request inside each transaction would make concurrent
 * postings wait for each other in the queue's unique index, and the dispatcher could run before the commit. If the process dies
 * right after the commit, the task's schedule sends the postings.
 * @param priority "click" when a person waits for the postings
 */
export function notifyDispatcher(
  tx: ShopTransaction,
  shop: string,
  priority: Extract<MessagePriority, "click" | "request">,
): void {
  afterCommit(tx, () => {
    if (!requesting.has(shop)) void requestUntilQuiet(shop, priority);
    else if (requesting.get(shop) !== "click") requesting.set(shop, priority);
  });
}

async function requestUntilQuiet(shop: string, first: MessagePriority): Promise<void> {
  for (let priority: MessagePriority | null = first; priority; priority = requesting.get(shop) ?? null) {
    requesting.set(shop, null);
    await requestTask(DISPATCH_TASK, shop, { priority }).catch((error: Error) =>
      log.warn({ shop, err: error.message }, "the dispatcher could not be notified and runs on its schedule"),
    );
    if (requesting.get(shop)) await wait(REQUEST_EVERY_MS, undefined, { ref: false });
  }
  requesting.delete(shop);
}
