import { setTimeout as wait } from "node:timers/promises";
import pRetry from "p-retry";
import pg from "pg";
import { connectionConfig } from "../db/connection.server";
import { log } from "../log.server";
import { inSpan } from "../trace.server";
import type { RunnableJob } from "./job.server";
import { createQueueClient, JOB_QUEUE, QUEUE_CHANNEL, TASK_QUEUE } from "./queue.server";
import { runJob } from "./run-job.server";
import { Slots } from "./slots.server";
import { StartLater } from "./start-later.server";
import { requestTask, runTask, type Schedule, shopsDue, startOf, type Task } from "./task.server";

/** Enough for an outage of two hours. Then the task waits for its next time, so that one that can't succeed doesn't run all day. */
const SCHEDULED_RETRIES = 120;

/** How many shops' tasks a starting worker runs in parallel. */
const START_LANES = 3;

/** A running worker. */
export interface Worker {
  /** Stops claiming, waits up to `withinMs` for running work to end, and leaves the rest to other workers. */
  stop(withinMs?: number): Promise<void>;
}

/** The jobs and tasks that a worker can run. */
export interface WorkerOptions {
  jobs: readonly RunnableJob[];
  tasks: readonly Task[];
}

/** Runs jobs and tasks from the queue until it is stopped. Several workers share the work. */
export async function startWorker({ jobs, tasks }: WorkerOptions): Promise<Worker> {
  const kinds = new Map(jobs.map((kind) => [kind.name, kind]));
  const taskByName = new Map(tasks.map((task) => [task.name, task]));
  const stopping = new AbortController();
  const boss = await createQueueClient({ fetches: true }).start();
  const slots = new Map([
    [
      JOB_QUEUE,
      new Slots(boss, JOB_QUEUE, ({ data }, slot) => {
        const { shop, jobId } = data as { shop: string; jobId: string };
        return inSpan({ name: "job", kind: "consumer", attributes: { "backroom.job": jobId } }, () =>
          runJob(shop, jobId, kinds, slot.signal, slot),
        );
      }),
    ],
    [
      TASK_QUEUE,
      new Slots(boss, TASK_QUEUE, async ({ data }, slot) => {
        const { shop, task: name } = data as { shop?: string; task: string };
        const task = taskByName.get(name);
        if (!task) return;
        if (shop)
          await inSpan({ name: `task ${name}`, kind: "consumer" }, () =>
            runTask(task, shop, slot.signal, slot),
          );
        else if (task.schedule) await requestForShopsDue(task, task.schedule);
      }),
    ],
  ]);
  const stopListening = wakeBy(slots);
  for (const queue of slots.values()) queue.start();
  // Jobs run already. A connection that is lost now must not end the process, and a schedule that is set twice is the same.
  for (const { name, schedule } of tasks) {
    if (!schedule) continue;
    const setSchedule = () =>
      boss.schedule(TASK_QUEUE, schedule.cron, { task: name }, { key: name, singletonKey: name });
    await pRetry(setSchedule, { retries: 8, minTimeout: 250, maxTimeout: 5_000, signal: stopping.signal });
  }
  const startTasks = runStartTasks(tasks, stopping.signal);
  log.info({ jobs: [...kinds.keys()], tasks: [...taskByName.keys()] }, "worker fetches jobs and tasks");

  return {
    async stop(withinMs = 8_000) {
      stopping.abort();
      const limit = wait(withinMs, undefined, { ref: false });
      await Promise.all([...slots.values()].map((queue) => queue.stop(limit)));
      await Promise.race([startTasks, limit]);
      await stopListening();
      await boss.stop({ graceful: false });
    },
  };
}

/** Wakes the slots of a queue when it gets a message. Without it they poll. @returns ends it */
function wakeBy(slots: ReadonlyMap<string, Slots>): () => Promise<void> {
  const wakeAll = () => {
    for (const queue of slots.values()) queue.wake();
  };
  return listenToQueue((queue) => slots.get(queue)?.wake(), wakeAll);
}

/** Requests a scheduled task for the shops that have work for it. */
async function requestForShopsDue(task: Task, schedule: Schedule): Promise<void> {
  const now = new Date();
  for (const shop of await shopsDue(schedule)) {
    const startAfter = startOf(schedule, shop, now);
    await requestTask(task, shop, { startAfter, retryLimit: SCHEDULED_RETRIES, priority: "schedule" });
  }
}

/** Runs the tasks that run at a worker's start, for a few shops at a time. A failed one runs again by its schedule. */
async function runStartTasks(tasks: readonly Task[], signal: AbortSignal): Promise<void> {
  try {
    const due: { task: Task; shop: string }[] = [];
    for (const task of tasks) {
      if (!task.runsAtStart || !task.schedule) continue;
      due.push(...(await shopsDue(task.schedule)).map((shop) => ({ task, shop })));
    }
    const queue = due.values();
    const lane = async () => {
      for (const { task, shop } of queue) {
        if (signal.aborted) return;
        await runStartTask(task, shop, signal);
      }
    };
    await Promise.all(Array.from({ length: START_LANES }, lane));
  } catch (error) {
    log.warn({ err: error }, "the tasks of the worker's start will run by their schedule");
  }
}

async function runStartTask(task: Task, shop: string, signal: AbortSignal): Promise<void> {
  try {
    await runTask(task, shop, signal);
  } catch (error) {
    if (error instanceof StartLater) return requestTask(task, shop, { startAfter: error.at });
    log.warn(
      { shop, task: task.name, err: error },
      "a task failed at the worker's start and will run by its schedule",
    );
  }
}

const RECONNECT_AFTER_MS = 1_000;
const CONNECTION_TIMEOUT_MS = 15_000;

/**
 * Listens for messages of the queue, on a connection of its own, and connects again when it is lost. pg-boss's listener isn't used: it
 * drops its error handler with the first error, and a pooler that loses its server reports a second one, which would end the process.
 * @param onMessage gets the name of the queue
 * @param onConnect is called after each connection: messages may have been missed before
 * @returns closes it
 */
export function listenToQueue(
  onMessage: (queue: string) => void,
  onConnect: () => void,
): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const lose = (lost: pg.Client, reason: string) => {
    if (isClosed || client !== lost) return;
    client = undefined;
    log.warn(
      { err: reason },
      "the worker isn't notified of messages until it is connected again, and polls for them",
    );
    lost.end().catch(() => undefined);
    timer = setTimeout(connect, RECONNECT_AFTER_MS);
  };
  const connect = () => {
    const opened = new pg.Client({
      ...connectionConfig("backroom-queue"),
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    });
    client = opened;
    opened.on("error", (error) => lose(opened, error.message));
    opened.on("end", () => lose(opened, "the connection ended"));
    opened.on("notification", ({ payload }) => payload && onMessage(payload));
    opened
      .connect()
      .then(() => opened.query(`LISTEN "${QUEUE_CHANNEL}"`))
      .then(onConnect, (error: Error) => lose(opened, error.message));
  };
  connect();
  return async () => {
    isClosed = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
