import { PgBoss, type SendOptions } from "pg-boss";
import { database } from "../db/pool.server";
import type { ShopTransaction } from "../db/with-shop.server";
import { log } from "../log.server";

/** Runs of jobs (one message per job) and background tasks (one message per task and shop). */
export const JOB_QUEUE = "jobs";
export const TASK_QUEUE = "tasks";

/** Creates the queue's own tables and both queues; safe to repeat. */
export async function installQueue(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false, max: 2 });
  boss.on("error", logQueueError);
  await boss.start();
  // A worker that dies stops its heartbeat; the job is then given to another one after about 10 seconds. A long job may live
  // through many deployments, each of which counts as a retry: the pause between them stays short.
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
    // One that is there already keeps what it was created with.
    await boss.updateQueue(queue, resilient);
  }
  await boss.stop({ graceful: false });
}

/** pg-boss over our pool; what a worker process uses to fetch, and everybody to send. */
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
    // Which keys are being worked on is read from this cache: with its default of a minute, the work of a worker that died,
    // or that came while the same task ran, would wait that long.
    queueCacheIntervalSeconds: 1,
    useListenNotify: options.fetches,
  });
  boss.on("error", logQueueError);
  return boss;
}

let sender: Promise<PgBoss> | undefined;

/** Ends the sending side of the queue, for a process that stops. */
export async function closeQueueSender(): Promise<void> {
  const closing = sender;
  sender = undefined;
  await (await closing)?.stop({ graceful: false });
}

async function sendingBoss(): Promise<PgBoss> {
  sender ??= createQueueClient({ fetches: false }).start();
  return sender;
}

/**
 * Puts a message into a queue, inside the caller's transaction when there is one: work that is rolled back is never
 * queued. A second message with the same key, while the first still waits, is dropped.
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
