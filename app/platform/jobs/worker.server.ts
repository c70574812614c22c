import type { Job as QueueMessage } from "pg-boss";
import { installedShops } from "../auth/shops.server";
import { log } from "../log.server";
import type { RunnableJob } from "./job.server";
import { createQueueClient, JOB_QUEUE, TASK_QUEUE } from "./queue.server";
import { runJob } from "./run-job.server";
import { requestTask, type Task } from "./task.server";

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
  const fetching = { pollingIntervalSeconds: 2, localConcurrency: 4 };

  await boss.work(JOB_QUEUE, fetching, async ([message]: QueueMessage<{ shop: string; jobId: string }>[]) => {
    if (message)
      await runJob(
        message.data.shop,
        message.data.jobId,
        kinds,
        AbortSignal.any([stopping.signal, message.signal]),
      );
  });
  await boss.work(
    TASK_QUEUE,
    fetching,
    async ([message]: QueueMessage<{ shop?: string; task: string }>[]) => {
      const task = message && taskByName.get(message.data.task);
      if (!task || !message) return;
      if (message.data.shop)
        return task.run(message.data.shop, AbortSignal.any([stopping.signal, message.signal]));
      for (const shop of await installedShops()) await requestTask(task, shop);
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
  log.info({ jobs: [...kinds.keys()], tasks: [...taskByName.keys()] }, "the worker takes work");

  return {
    async stop(withinMs = 8_000) {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: withinMs });
    },
  };
}
