import { setTimeout as wait } from "node:timers/promises";
import type { Job as QueueMessage } from "pg-boss";
import { installedShops } from "../auth/shops.server";
import { log, withoutSecrets } from "../log.server";
import type { RunnableJob } from "./job.server";
import { createQueueClient, JOB_QUEUE, TASK_QUEUE } from "./queue.server";
import { runJob } from "./run-job.server";
import { requestTask, runTask, type Task } from "./task.server";

/** A running worker. */
export interface Worker {
  /** Stops taking work, lets what is going on end within the time (milliseconds), and leaves the rest to others. */
  stop(withinMs?: number): Promise<void>;
}

/** Everything that a worker can do. */
export interface WorkerDuties {
  jobs: readonly RunnableJob[];
  tasks: readonly Task[];
}

/** Starts taking jobs and tasks from the queue, until it is stopped. Several workers share the work. */
export async function startWorker({ jobs, tasks }: WorkerDuties): Promise<Worker> {
  const kinds = new Map(jobs.map((kind) => [kind.name, kind]));
  const taskByName = new Map(tasks.map((task) => [task.name, task]));
  const stopping = new AbortController();
  const boss = await createQueueClient({ fetches: true }).start();
  // A message that was announced while the one before it (of the same key) still ran is found by polling alone.
  const fetching = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1, localConcurrency: 4 };

  const untilStopped = (message: { signal: AbortSignal }) =>
    AbortSignal.any([stopping.signal, message.signal]);
  await boss.work(JOB_QUEUE, fetching, async ([message]: QueueMessage<{ shop: string; jobId: string }>[]) => {
    if (!message) return;
    const { shop, jobId } = message.data;
    await repeatedByQueue({ job: jobId }, () => runJob(shop, jobId, kinds, untilStopped(message)));
  });
  await boss.work(
    TASK_QUEUE,
    fetching,
    async ([message]: QueueMessage<{ shop?: string; task: string }>[]) => {
      const task = message && taskByName.get(message.data.task);
      if (!task) return;
      const { shop } = message.data;
      await repeatedByQueue({ task: task.name, shop }, async () => {
        if (shop) return runTask(task, shop, untilStopped(message));
        for (const installed of await installedShops()) await requestTask(task, installed);
      });
    },
  );
  for (const task of tasks) {
    if (task.schedule)
      await boss.schedule(
        TASK_QUEUE,
        task.schedule,
        { task: task.name },
        { key: task.name, singletonKey: task.name },
      );
  }
  const atStart = doAtStart(tasks, stopping.signal);
  log.info({ jobs: [...kinds.keys()], tasks: [...taskByName.keys()] }, "the worker takes work");

  return {
    async stop(withinMs = 8_000) {
      stopping.abort();
      const limit = wait(withinMs, undefined, { ref: false });
      await Promise.all([boss.stop({ graceful: true, timeout: withinMs }), Promise.race([atStart, limit])]);
    },
  };
}

/** Does what a worker does when it starts. What fails is left to the task's schedule. */
async function doAtStart(tasks: readonly Task[], signal: AbortSignal): Promise<void> {
  const wanted = tasks.filter(({ isDoneAtStart }) => isDoneAtStart);
  try {
    const shops = wanted.length > 0 ? await installedShops() : [];
    await Promise.all(wanted.flatMap((task) => shops.map((shop) => runTask(task, shop, signal))));
  } catch (error) {
    log.warn({ err: error }, "what a worker does at its start was not done; its schedule will");
  }
}

/** The queue repeats work that throws, and keeps the error in its table: so the error must not carry anybody's data. */
async function repeatedByQueue(what: object, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ ...what, err: error }, "work was interrupted; the queue gives it out again");
    throw new Error(withoutSecrets(error instanceof Error ? error.message : String(error)));
  }
}
