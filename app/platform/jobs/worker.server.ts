import { setTimeout as wait } from "node:timers/promises";
import pRetry from "p-retry";
import type { Job as QueueMessage } from "pg-boss";
import { installedShops } from "../auth/shops.server";
import { log, withoutSecrets } from "../log.server";
import type { RunnableJob } from "./job.server";
import { createQueueClient, JOB_QUEUE, TASK_QUEUE } from "./queue.server";
import { runJob } from "./run-job.server";
import { requestTask, runTask, type Task } from "./task.server";

/** Enough for an outage of two hours. Then the task waits for its next time, so that one that can't succeed doesn't run all day. */
const SCHEDULED_RETRIES = 120;

/** A running worker. */
export interface Worker {
  /** Stops fetching, waits up to `withinMs` for running work to end, and leaves the rest to other workers. */
  stop(withinMs?: number): Promise<void>;
}

/** The jobs and tasks that a worker can run. */
export interface WorkerOptions {
  jobs: readonly RunnableJob[];
  tasks: readonly Task[];
}

/** Fetches jobs and tasks from the queue until it is stopped. Several workers share the work. */
export async function startWorker({ jobs, tasks }: WorkerOptions): Promise<Worker> {
  const kinds = new Map(jobs.map((kind) => [kind.name, kind]));
  const taskByName = new Map(tasks.map((task) => [task.name, task]));
  const stopping = new AbortController();
  const boss = await createQueueClient({ fetches: true }).start();
  // LISTEN/NOTIFY misses a message that was sent while another one with its key still ran. Only polling finds it.
  const fetching = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1, localConcurrency: 4 };

  const untilStopped = (message: { signal: AbortSignal }) =>
    AbortSignal.any([stopping.signal, message.signal]);
  await boss.work(JOB_QUEUE, fetching, async ([message]: QueueMessage<{ shop: string; jobId: string }>[]) => {
    if (!message) return;
    const { shop, jobId } = message.data;
    await runForQueue({ job: jobId }, () => runJob(shop, jobId, kinds, untilStopped(message)));
  });
  await boss.work(
    TASK_QUEUE,
    fetching,
    async ([message]: QueueMessage<{ shop?: string; task: string }>[]) => {
      const task = message && taskByName.get(message.data.task);
      if (!task) return;
      const { shop } = message.data;
      await runForQueue({ task: task.name, shop }, async () => {
        if (shop) return runTask(task, shop, untilStopped(message));
        for (const installed of await installedShops()) {
          await requestTask(task, installed, { retryLimit: SCHEDULED_RETRIES });
        }
      });
    },
  );
  // Jobs run already. A connection that is lost now must not end the process, and a schedule that is set twice is the same.
  for (const { name, schedule } of tasks) {
    if (!schedule) continue;
    const setSchedule = () =>
      boss.schedule(TASK_QUEUE, schedule, { task: name }, { key: name, singletonKey: name });
    await pRetry(setSchedule, { retries: 8, minTimeout: 250, maxTimeout: 5_000, signal: stopping.signal });
  }
  const startTasks = runStartTasks(tasks, stopping.signal);
  log.info({ jobs: [...kinds.keys()], tasks: [...taskByName.keys()] }, "worker fetches jobs and tasks");

  return {
    async stop(withinMs = 8_000) {
      stopping.abort();
      const limit = wait(withinMs, undefined, { ref: false });
      await Promise.all([
        boss.stop({ graceful: true, timeout: withinMs }),
        Promise.race([startTasks, limit]),
      ]);
    },
  };
}

/** Runs the tasks that run at a worker's start. A failed one runs again by its schedule. */
async function runStartTasks(tasks: readonly Task[], signal: AbortSignal): Promise<void> {
  const startTasks = tasks.filter(({ runsAtStart }) => runsAtStart);
  try {
    const shops = startTasks.length > 0 ? await installedShops() : [];
    await Promise.all(startTasks.flatMap((task) => shops.map((shop) => runTask(task, shop, signal))));
  } catch (error) {
    log.warn({ err: error }, "a task failed at the worker's start and will run by its schedule");
  }
}

/** Runs a message's work. The queue retries what throws, and stores the error's message: it must not contain personal data or secrets. */
async function runForQueue(context: object, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ ...context, err: error }, "work failed and will be retried by the queue");
    throw new Error(withoutSecrets(error instanceof Error ? error.message : String(error)));
  }
}
