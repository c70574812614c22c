import { createHash } from "node:crypto";
import { findShop } from "../auth/shops.server";
import { database } from "../db/pool.server";
import { type EnqueueOptions, enqueue, TASK_QUEUE } from "./queue.server";
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

/** When a task runs without a request, and for which shops. */
export interface Schedule {
  /** Cron expression in UTC. */
  cron: string;
  /**
   * SQL that is true for a row of `shops` whose shop has work for the task. One query answers it for all shops, each time, so it must
   * find the row by an index that begins with `shop`. It may be true without need. It must not be false when there is work.
   */
  due: string;
  /** The shops start within this many minutes, each at a time of its own. Unset, they start together: few are due at a time. */
  spreadMinutes?: number;
}

/** Work that every shop has each time. Spread it, because it starts for all shops. */
export const EVERY_SHOP = "true";

/** Nightly work starts within this time. A shop has the same place in it for all tasks, so their order stays. */
export const NIGHTLY_SPREAD_MINUTES = 60;

/** Reads which shops have work for a scheduled task: one query, without row-level security. */
export async function shopsDue({ due }: Pick<Schedule, "due">): Promise<string[]> {
  const { rows } = await database().query<{ shop: string }>(
    `SELECT shops.shop FROM shops WHERE shops.uninstalled_at IS NULL AND (${due}) ORDER BY shops.shop`,
  );
  return rows.map(({ shop }) => shop);
}

/** When a shop starts work that is due at `now`. Undefined: immediately. */
export function startOf({ spreadMinutes }: Schedule, shop: string, now: Date): Date | undefined {
  if (!spreadMinutes) return undefined;
  const place = createHash("sha256").update(shop).digest().readUInt32BE() / 2 ** 32;
  return new Date(now.getTime() + place * spreadMinutes * 60_000);
}
