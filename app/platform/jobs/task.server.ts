import { findShop } from "../auth/shops.server";
import type { ShopTransaction } from "../db/with-shop.server";
import { enqueue, TASK_QUEUE } from "./queue.server";

/** Background work of a shop that nobody waits for: at most one runs and one waits at a time. It must be safe to repeat. */
export interface Task {
  name: string;
  run(shop: string, signal: AbortSignal): Promise<void>;
  /** Cron expression in UTC; the task then also runs by itself for every installed shop. */
  schedule?: string;
  /**
   * True for what each worker also does when it starts, for every installed shop, without asking the queue: the queue believes a
   * worker that died to be at it until its heartbeat is missed. Such a task shares its work with others that do the same.
   */
  isDoneAtStart?: boolean;
  /** True for what remains to be done when the shop has removed the app; everything else then has nothing to do. */
  isForGoneShops?: boolean;
}

/** Does a task's work for a shop; quietly nothing when the shop has removed the app since the task was asked for. */
export async function runTask(task: Task, shop: string, signal: AbortSignal): Promise<void> {
  if (task.isForGoneShops || (await findShop(shop))) await task.run(shop, signal);
}

/**
 * Asks for a task to run soon; in the caller's transaction when there is one.
 * @param task its name is enough where the task itself is made of what asks for it
 */
export function requestTask(
  task: Pick<Task, "name">,
  shop: string,
  options?: { tx?: ShopTransaction; startAfter?: Date },
): Promise<void> {
  return enqueue(TASK_QUEUE, `${task.name}|${shop}`, { task: task.name, shop }, options);
}
