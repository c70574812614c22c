import { PgBoss, type SendOptions } from "pg-boss";
import { database } from "../db/pool.server";
import type { ShopTransaction } from "../db/with-shop.server";
import { log } from "../log.server";

/** Runs of jobs (one message per job) and background tasks (one message per task and shop). */
export const JOB_QUEUE = "jobs";
export const TASK_QUEUE = "tasks";

/** Creates pg-boss's tables and both queues. Safe to repeat. */
export async function installQueue(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false, max: 2 });
  boss.on("error", logQueueError);
  await boss.start();
  // A worker that dies misses its heartbeat, and another worker gets the job after about 10 seconds. A long job can outlive
  // many deployments. Each one counts as a retry, so the delay between retries stays short.
  const resilient = {
    retryLimit: 1_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 4,
    heartbeatSeconds: 10,
    notify: true,
  };
  for (const queue of [JOB_QUEUE, TASK_QUEUE]) {
    await boss.createQueue(queue, { policy: "stately", ...resilient });
    // An existing queue keeps the options that it was created with.
    await boss.updateQueue(queue, resilient);
  }
  await boss.stop({ graceful: false });
}

/** A pg-boss client: workers fetch with it, all processes send with it. */
export function createQueueClient(options: { fetches: boolean }): PgBoss {
  const boss = new PgBoss({
    connectionString: process.env.DATABASE_URL,
    max: options.fetches ? 6 : 2,
    migrate: false,
    createSchema: false,
    supervise: options.fetches,
    schedule: options.fetches,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // pg-boss reads the active keys from this cache. With the default of a minute, the work of a dead worker, or a task
    // requested while the same task ran, would wait that long.
    queueCacheIntervalSeconds: 1,
    useListenNotify: options.fetches,
  });
  boss.on("error", logQueueError);
  return boss;
}

let sender: Promise<PgBoss> | undefined;

/** Stops the client that sends, when the process stops. */
export async function closeQueueSender(): Promise<void> {
  const closing = sender;
  sender = undefined;
  // A client that could not start has nothing to stop.
  const boss = await closing?.catch(() => undefined);
  await boss?.stop({ graceful: false });
}

function sendingBoss(): Promise<PgBoss> {
  if (sender) return sender;
  const starting = createQueueClient({ fetches: false }).start();
  sender = starting;
  // The next message tries again, instead of getting this failure until the process ends.
  starting.catch(() => {
    if (sender === starting) sender = undefined;
  });
  return starting;
}

/**
 * Sends a message to a queue, inside the caller's transaction when there is one, so that a rollback also removes the message.
 * A second message with the same key is dropped while the first one still waits.
 */
export async function enqueue(
  queue: string,
  key: string,
  data: object,
  options: { tx?: ShopTransaction; startAfter?: Date } = {},
): Promise<void> {
  const boss = await sendingBoss();
  const connection = options.tx?.$client ?? database();
  const db: NonNullable<SendOptions["db"]> = { executeSql: (text, values) => connection.query(text, values) };
  await boss.send(queue, data, { db, singletonKey: key, startAfter: options.startAfter });
}

function logQueueError(error: unknown): void {
  log.warn({ err: error }, "the job queue reported an error");
}
