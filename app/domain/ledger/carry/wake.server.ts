import { setTimeout as wait } from "node:timers/promises";
import { afterCommit, type ShopTransaction } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";

/** The task that carries postings to Shopify, by name: what asks for it is part of what it is made of. */
export const CARRY_TASK = { name: "ledger.carry" };

/** However many post, the queue hears of it at most this often from each process (milliseconds). */
const ASK_EVERY_MS = 50;

/** Shops whose carrier is being asked for; true when somebody posted meanwhile. */
const asking = new Map<string, boolean>();

/**
 * Has postings carried once the caller's transaction is committed. A message of its own inside each transaction would make
 * requests that post at the same time wait for each other in the queue's unique index, and would not be surer: a carrier could
 * begin and end before the commit. What nobody asks for, because the process dies right after the commit, is taken up by the
 * task's own schedule.
 */
export function wakeCarrier(tx: ShopTransaction, shop: string): void {
  afterCommit(tx, () => {
    if (asking.has(shop)) asking.set(shop, true);
    else void askUntilQuiet(shop);
  });
}

async function askUntilQuiet(shop: string): Promise<void> {
  do {
    asking.set(shop, false);
    await requestTask(CARRY_TASK, shop).catch((error: Error) =>
      log.warn({ shop, err: error.message }, "the carrier of postings could not be woken; its schedule will"),
    );
    if (asking.get(shop)) await wait(ASK_EVERY_MS, undefined, { ref: false });
  } while (asking.get(shop));
  asking.delete(shop);
}
