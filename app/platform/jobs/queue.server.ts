import { createHash } from "node:crypto";
import type pg from "pg";
import { PgBoss, type SendOptions } from "pg-boss";
import { connectionConfig } from "../db/connection.server";
import { database } from "../db/pool.server";
import type { ShopTransaction } from "../db/with-shop.server";
import { log } from "../log.server";

/** Runs of jobs (one message per job) and background tasks (one message per task and shop). */
export const JOB_QUEUE = "jobs";
export const TASK_QUEUE = "tasks";

/**
 * Higher ones start first. A worker has a slot that only takes clicks, and a shop a place that only its clicks take, so that what a
 * person waits for doesn't wait for bulk work.
 */
export const PRIORITY = { click: 10, request: 5, schedule: 0 } as const;

/** Who waits for a message's work: a person, the system, or only the schedule. */
export type MessagePriority = keyof typeof PRIORITY;

/** Where pg-boss notifies workers of messages, with the queue's name. */
export const QUEUE_CHANNEL = `pgboss_${createHash("sha224").update("pgboss").digest("hex").slice(0, 24)}`;

/** A worker that misses it is dead, and its messages are retried. */
export const HEARTBEAT_SECONDS = 10;

const HOUR_SECONDS = 3_600;

/** Nothing reads a finished message but an operator who looks for a cause. */
const FINISHED_KEPT_SECONDS = 24 * HOUR_SECONDS;

// A worker that dies misses its heartbeat, and another worker gets its message after about 10 seconds. That counts as a retry.
const shared = {
  retryLimit: 1_000,
  retryDelay: 1,
  retryBackoff: true,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: FINISHED_KEPT_SECONDS,
  notify: true,
};

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

/**
 * For pg-boss's pools. A query of theirs listens to its connection's first error only, and a pooler that loses its server reports a second
 * one, which would end the process.
 */
const SURVIVES_ERRORS = {
  async onConnect(client: pg.ClientBase) {
    client.on("error", (error) => log.warn({ err: error.message }, "a connection of the job queue was lost"));
  },
};

/** Creates pg-boss's tables and both queues. Safe to repeat. */
export async function installQueue(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    ...connectionConfig("backroom-queue", databaseUrl),
    ...SURVIVES_ERRORS,
    supervise: false,
    schedule: false,
    max: 2,
  });
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
    ...connectionConfig("backroom-queue"),
    ...SURVIVES_ERRORS,
    max: options.fetches ? 6 : 2,
    migrate: false,
    createSchema: false,
    supervise: options.fetches,
    schedule: options.fetches,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
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

/** What a message's work is. */
export type MessageData = Record<string, unknown> & { shop?: string };

export interface EnqueueOptions {
  tx?: ShopTransaction;
  startAfter?: Date;
  /** Instead of the queue's own limit. */
  retryLimit?: number;
  /** Unset, it is "request". */
  priority?: MessagePriority;
}

/** How much later than requested (seconds) a message may start because another one with its key waits. */
const MAX_DELAY_SECONDS = 60;

/**
 * Sends a message to a queue, inside the caller's transaction when there is one, so that a rollback also removes the message.
 * A second message with the same key is dropped while the first one still waits. The first one gets the higher priority of the two. It
 * is moved forward when it would start more than a minute later, or later than a click.
 * @param data with `shop`, the shop's places are limited
 */
export async function enqueue(
  queue: string,
  key: string,
  data: MessageData,
  options: EnqueueOptions = {},
): Promise<void> {
  const boss = await sendingBoss();
  const connection = options.tx?.$client ?? database();
  const db: NonNullable<SendOptions["db"]> = { executeSql: (text, values) => connection.query(text, values) };
  const { startAfter, retryLimit, priority = "request" } = options;
  const send = {
    db,
    singletonKey: key,
    startAfter,
    priority: PRIORITY[priority],
    ...(data.shop && { group: { id: data.shop } }),
    ...(retryLimit && { retryLimit }),
  };
  if (await boss.send(queue, data, send)) return;
  // Shorter delays stay unless a person waits: they belong to retries and lookups that would come too early.
  const { rowCount } = await connection.query(
    `UPDATE pgboss.job
        SET priority = greatest(priority, $5),
            start_after = CASE WHEN start_after > COALESCE($3::timestamptz, now()) + make_interval(secs => $4)
                               THEN COALESCE($3, now()) ELSE start_after END
      WHERE name = $1 AND COALESCE(singleton_key, '') = $2 AND state = 'created' AND policy = 'stately'
        AND (priority < $5 OR start_after > COALESCE($3::timestamptz, now()) + make_interval(secs => $4))`,
    [queue, key, startAfter ?? null, priority === "click" ? 0 : MAX_DELAY_SECONDS, PRIORITY[priority]],
  );
  if (rowCount && priority === "click")
    await connection.query("SELECT pg_notify($1, $2)", [QUEUE_CHANNEL, queue]);
}

function logQueueError(error: unknown): void {
  log.warn({ err: error }, "the job queue reported an error");
}
