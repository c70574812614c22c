import { findShop } from "../auth/shops.server";
import { type EnqueueOptions, enqueue, TASK_QUEUE } from "./queue.server";
import type { Schedule } from "./schedule.server";
import type { SharedSlot } from "./start-later.server";

/** Background work for a shop that no request waits for. At most one runs and one is queued per shop. It must be safe to repeat. */
export interface Task {
  kind: "task";
  name: string;
  /**
   * @param slot of the queue. Long work makes room for others (`startSlice`)
   * @throws StartLater instead of waiting
   */
  run(shop: string, signal: AbortSignal, slot?: SharedSlot): Promise<void>;
  /** A scheduled task runs for the installed shops that are due. When it keeps failing, it waits for its next time. */
  schedule?: Schedule;
  /**
   * True when each worker also runs the task at its start, for the shops that are due and without the queue: the queue holds a dead
   * worker's task until its heartbeat is missed. Such a task must be safe to run in several processes in parallel.
   */
  runsAtStart?: boolean;
  /** True when the task also runs for a shop that has uninstalled the app. */
  runsAfterUninstall?: boolean;
}

/** Declares a task. Name it under `declares` of its module. */
export const defineTask = (task: Omit<Task, "kind">): Task => ({ kind: "task", ...task });

/** Runs a task for a shop. Does nothing when the shop has uninstalled the app since. */
export async function runTask(
  task: Task,
  shop: string,
  signal: AbortSignal,
  slot?: SharedSlot,
): Promise<void> {
  if (task.runsAfterUninstall || (await findShop(shop))) await task.run(shop, signal, slot);
}

/**
 * Requests a task to run soon, inside the caller's transaction when there is one.
 * @param task its name is enough, which avoids an import cycle between a task and the code that requests it
 */
export function requestTask(task: Pick<Task, "name">, shop: string, options?: EnqueueOptions): Promise<void> {
  return enqueue(TASK_QUEUE, `${task.name}|${shop}`, { task: task.name, shop }, options);
}
