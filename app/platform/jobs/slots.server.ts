import type { QueryResult } from "pg";
import type { PgBoss } from "pg-boss";
import { database } from "../db/pool.server";
import { inTransaction } from "../db/transaction.server";
import { queriesOn } from "../db/with-shop.server";
import { log, withoutSecrets } from "../log.server";
import { allSlots, busySlots } from "../metrics/metrics.server";
import { enqueue, HEARTBEAT_SECONDS, type MessageData, type MessagePriority, PRIORITY } from "./queue.server";
import { type SharedSlot, StartLater } from "./start-later.server";

/** How many messages of a queue a worker works on at a time. The last slot only takes clicks. */
export const SLOTS = 6;

/** A missed notification delays a message by this long. */
const POLL_MS = 1_000;
const HEARTBEAT_MS = (HEARTBEAT_SECONDS * 1_000) / 3;

/** What a message's work gets. */
export interface Slot extends SharedSlot {
  /** Aborted when the process stops, or the queue has given the message to another worker. */
  signal: AbortSignal;
}

interface Running {
  message: Message;
  claim: AbortController;
  done: Promise<void>;
}

/**
 * One process's slots for a queue. A free slot claims messages until none is left, then waits for a notification, for the next message's
 * time, or for a second.
 */
export class Slots {
  private readonly running = new Map<string, Running>();
  private readonly stopping = new AbortController();
  private isOneWaiting = false;
  /** Ends the loop's wait. A wake-up during a claim ends the next wait. */
  private wakeUp: (() => void) | undefined;
  private isWoken = false;
  private loop: Promise<void> | undefined;
  private heartbeat: NodeJS.Timeout | undefined;

  /** @param work for a message. A thrown `StartLater` starts it again later, any other error is a retry */
  constructor(
    private readonly boss: PgBoss,
    private readonly queue: string,
    private readonly work: (message: Message, slot: Slot) => Promise<void>,
  ) {}

  start(): void {
    allSlots.set({ queue: this.queue }, SLOTS);
    busySlots.set({ queue: this.queue }, 0);
    this.loop = this.claimUntilStopped();
    this.heartbeat = setInterval(() => void this.beat(), HEARTBEAT_MS);
  }

  /** Looks at the queue now. */
  wake(): void {
    this.isWoken = true;
    this.wakeUp?.();
  }

  /** Stops claiming, waits until running work has ended or `limit` is over, and returns the rest to the queue. */
  async stop(limit: Promise<unknown>): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.loop;
    await Promise.race([Promise.all([...this.running.values()].map(({ done }) => done)), limit]);
    clearInterval(this.heartbeat);
    for (const { message } of this.running.values())
      await this.boss.fail(this.queue, message, { message: "The process stopped." }).catch(logQueueError);
  }

  private async claimUntilStopped(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.isWoken = false;
      let waitMs = POLL_MS;
      try {
        const claim = await claimMessage(this.queue, this.minPriority());
        this.isOneWaiting = claim.isOneWaiting;
        if (claim.message) {
          this.begin(claim.message);
          continue;
        }
        waitMs = Math.min(POLL_MS, claim.nextInMs ?? POLL_MS);
      } catch (error) {
        logQueueError(error);
      }
      await this.waitFor(waitMs);
    }
  }

  /** The lowest priority that a free slot takes. Null when none is free. */
  private minPriority(): number | null {
    if (this.running.size >= SLOTS) return null;
    const bulk = [...this.running.values()].filter(({ message }) => message.priority < PRIORITY.click);
    return bulk.length >= SLOTS - 1 ? PRIORITY.click : PRIORITY.schedule;
  }

  private async waitFor(milliseconds: number): Promise<void> {
    if (this.isWoken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeUp = undefined;
  }

  private begin(message: Message): void {
    const claim = new AbortController();
    const slot: Slot = {
      signal: AbortSignal.any([this.stopping.signal, claim.signal]),
      isWanted: () => this.isOneWaiting,
    };
    const done = this.run(message, slot)
      .catch(logQueueError)
      .finally(() => {
        this.running.delete(message.id);
        busySlots.dec({ queue: this.queue });
        this.wake();
      });
    this.running.set(message.id, { message, claim, done });
    busySlots.inc({ queue: this.queue });
  }

  private async run(message: Message, slot: Slot): Promise<void> {
    try {
      await this.work(message, slot);
    } catch (error) {
      if (error instanceof StartLater) return this.postpone(message, error.at);
      log.warn({ ...message.data, err: error }, "work failed and will be retried by the queue");
      // The queue stores the message: it must not contain personal data or secrets.
      const reason = withoutSecrets(error instanceof Error ? error.message : String(error));
      await this.boss.fail(this.queue, message, { message: reason });
      return;
    }
    await this.boss.complete(this.queue, message);
  }

  /** Ends the message and sends it again in one transaction. What was requested of its work in between starts as requested. */
  private async postpone(message: Message, startAfter: Date): Promise<void> {
    const { key, data, retryLimit } = message;
    await inTransaction("BEGIN", async (client) => {
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
      // Its types don't have this field.
      const ended = await this.boss.complete(this.queue, message, null, { db });
      const { affected } = ended as { affected?: number };
      // Another worker has it.
      if (affected === 0) return;
      await enqueue(this.queue, key, data, {
        tx: queriesOn(client),
        startAfter,
        retryLimit,
        priority: priorityAfter(message),
      });
    });
  }

  /** Keeps the messages of this process. The work of one that another worker has got is aborted. */
  private async beat(): Promise<void> {
    const held = [...this.running.values()];
    if (held.length === 0) return;
    try {
      const attempts = held.map(({ message }) => message);
      // Its types don't have this field.
      const { settled } = (await this.boss.touch(this.queue, attempts)) as { settled?: string[] };
      const kept = new Set(settled);
      for (const { message, claim } of held)
        if (!kept.has(message.id) && this.running.has(message.id))
          claim.abort(new Error("The queue has given this work to another worker."));
    } catch (error) {
      logQueueError(error);
    }
  }
}

/** Work that goes on later is no longer a click: it had its turn. */
const priorityAfter = ({ priority }: Message): MessagePriority =>
  priority >= PRIORITY.request ? "request" : "schedule";

function logQueueError(error: unknown): void {
  log.warn({ err: error }, "the job queue reported an error");
}

/** How many places a shop has in a queue, over all workers. Only its clicks take the last one. */
export const PLACES_OF_A_SHOP = 3;

/** A message that this process works on. */
export interface Message {
  id: string;
  /** Names the attempt: what an earlier attempt does with the message has no effect. */
  retryCount: number;
  priority: number;
  retryLimit: number;
  key: string;
  data: MessageData;
}

/** What a look at a queue found. */
export interface Claim {
  /** Null when no message may start now. */
  message: Message | null;
  /** A message of another shop, or of this shop with a free place, has to wait for a slot. */
  isOneWaiting: boolean;
  /** In how many milliseconds the next message is due, if that is within a second. */
  nextInMs: number | null;
}

/** Messages that are due, whose shop has a free place, and of whose key none is in progress. `busy` is how many places each shop uses. */
const startable = (queue: string) => `pgboss.job AS next LEFT JOIN (
    SELECT group_id, count(*) AS places FROM pgboss.job
     WHERE name = '${queue}' AND state = 'active' AND group_id IS NOT NULL GROUP BY group_id) AS busy USING (group_id)
  WHERE next.name = '${queue}' AND next.state < 'active' AND NOT next.blocked AND next.start_after <= pgboss.job_now()
    AND coalesce(busy.places, 0) < CASE WHEN next.priority >= ${PRIORITY.click} THEN ${PLACES_OF_A_SHOP} ELSE ${PLACES_OF_A_SHOP - 1} END
    AND NOT EXISTS (SELECT FROM pgboss.job AS active
                     WHERE active.name = '${queue}' AND active.state = 'active' AND active.policy = 'stately'
                       AND COALESCE(active.singleton_key, '') = COALESCE(next.singleton_key, ''))`;

/** Clicks first, then the shop that uses the fewest places, then by priority and age. */
const claimSql = (queue: string, minPriority: number) => `
  UPDATE pgboss.job AS claimed
     SET state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now(),
         retry_count = CASE WHEN started_on IS NOT NULL THEN retry_count + 1 ELSE retry_count END
   WHERE name = '${queue}' AND id = (
     SELECT next.id FROM ${startable(queue)} AND next.priority >= ${minPriority}
      ORDER BY next.priority >= ${PRIORITY.click} DESC, coalesce(busy.places, 0), next.priority DESC, next.created_on
      LIMIT 1 FOR UPDATE OF next SKIP LOCKED)
  RETURNING id, retry_count AS "retryCount", priority, retry_limit AS "retryLimit", singleton_key AS key, data`;

/** One claim at a time, so that two workers don't both take a shop's last place. The later statements see what it has committed. */
const lockSql = (queue: string) => `SELECT pg_advisory_xact_lock(hashtextextended('claim from ${queue}', 0))`;

const lookSql = (queue: string) => `
  SELECT EXISTS (SELECT FROM ${startable(queue)}) AS "isOneWaiting",
         (SELECT extract(epoch FROM min(start_after) - pgboss.job_now()) * 1000 FROM pgboss.job
           WHERE name = '${queue}' AND state < 'active' AND NOT blocked
             AND start_after > pgboss.job_now() AND start_after < pgboss.job_now() + interval '1 second')::float8 AS "nextInMs"`;

/**
 * Claims the next message of a queue, and looks what else waits, in one round trip. pg-boss's own fetch knows neither shops nor, before its
 * cache is refreshed, which keys are in progress.
 * @param minPriority null: only looks
 */
export async function claimMessage(queue: string, minPriority: number | null): Promise<Claim> {
  const statements =
    minPriority === null ? [lookSql(queue)] : [lockSql(queue), claimSql(queue, minPriority), lookSql(queue)];
  const answer = await database().query(statements.join("; "));
  const results = (Array.isArray(answer) ? answer : [answer]) as QueryResult[];
  const look = results.at(-1)?.rows[0] as Omit<Claim, "message">;
  return { ...look, message: minPriority === null ? null : ((results[1]?.rows[0] as Message) ?? null) };
}
