import type { QueryResult } from "pg";
import { database } from "../db/pool.server";
import { type MessageData, PRIORITY } from "./queue.server";

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
