import type { ShopTransaction } from "../db/with-shop.server";
import { enqueue, TASK_QUEUE } from "./queue.server";

/** Background work of a shop that nobody waits for: at most one runs and one waits at a time. It must be safe to repeat. */
export interface Task {
  name: string;
  run(shop: string, signal: AbortSignal): Promise<void>;
  /** Cron expression in UTC; the task then also runs by itself for every installed shop. */
  schedule?: string;
}

/** Asks for a task to run soon; in the caller's transaction when there is one. */
export function requestTask(
  task: Task,
  shop: string,
  options?: { tx?: ShopTransaction; startAfter?: Date },
): Promise<void> {
  return enqueue(TASK_QUEUE, `${task.name}|${shop}`, { task: task.name, shop }, options);
}
