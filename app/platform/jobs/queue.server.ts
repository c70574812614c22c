import { PgBoss, type SendOptions } from "pg-boss";
import { database } from "../db/pool.server";
import type { ShopTransaction } from "../db/with-shop.server";
import { log } from "../log.server";

/** Runs of jobs (one message per job) and background tasks (one message per task and shop). */
export const JOB_QUEUE = "jobs";
export const TASK_QUEUE = "tasks";

const HOUR_SECONDS = 3_600;

// A worker that dies misses its heartbeat, and another worker gets its message after about 10 seconds. That counts as a retry.
const shared = { retryLimit: 1_000, retryDelay: 1, retryBackoff: true, heartbeatSeconds: 10, notify: true };

const QUEUES = {
  [JOB_QUEUE]: {
    ...shared,
    // A long job can outlive many deployments, so the delay stays short.
    retryDelayMax: 4,
    // The longest that pg-boss allows. One item, such as a rebuild's, can take hours, and would start again when its message expires.
    expireInSeconds: 24 * HOUR_SECONDS,
  },
  [TASK_QUEUE]: {
    ...shared,
    // A task that keeps failing is retried no more often than the most frequent schedule runs.
    retryDelayMax: 60,
    // Longer than any task takes. A hung task is started again after it.
    expireInSeconds: 6 * HOUR_SECONDS,
  },
};

/** Creates pg-boss's tables and both queues. Safe to repeat. */
export async function installQueue(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false, max: 2 });
  boss.on("error", logQueueError);
  await boss.start();
  for (const [queue, options] of Object.entries(QUEUES)) {
    await boss.createQueue(queue, { policy: "stately", ...options });
    // An existing queue keeps the options that it was created with.
    await boss.updateQueue(queue, options);
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

export interface EnqueueOptions {
  tx?: ShopTransaction;
  startAfter?: Date;
  /** Instead of the queue's own limit. */
  retryLimit?: number;
}

/** How much later than requested (seconds) a message may start because another one with its key waits. */
const MAX_DELAY_SECONDS = 60;

/**
 * Sends a message to a queue, inside the caller's transaction when there is one, so that a rollback also removes the message.
 * A second message with the same key is dropped while the first one still waits. The first one is moved forward when it would
 * start more than a minute later.
 */
export async function enqueue(
  queue: string,
  key: string,
  data: object,
  options: EnqueueOptions = {},
): Promise<void> {
  const boss = await sendingBoss();
  const connection = options.tx?.$client ?? database();
  const db: NonNullable<SendOptions["db"]> = { executeSql: (text, values) => connection.query(text, values) };
  const { startAfter, retryLimit } = options;
  const send = { db, singletonKey: key, startAfter, ...(retryLimit && { retryLimit }) };
  if (await boss.send(queue, data, send)) return;
  // Shorter delays stay: they belong to retries and lookups that would come too early.
  await connection.query(
    `UPDATE pgboss.job SET start_after = COALESCE($3, now())
      WHERE name = $1 AND COALESCE(singleton_key, '') = $2 AND state = 'created' AND policy = 'stately'
        AND start_after > COALESCE($3::timestamptz, now()) + make_interval(secs => $4)`,
    [queue, key, startAfter ?? null, MAX_DELAY_SECONDS],
  );
}

function logQueueError(error: unknown): void {
  log.warn({ err: error }, "the job queue reported an error");
}
