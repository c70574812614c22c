import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import type { JobState } from "~/platform/jobs/states";
import { type LogLevel, MAX_SHOWN_LINES, MAX_SHOWN_SYNCS } from "./sync";
import type { SyncAnswer, SyncLineAnswer } from "./sync-schemas";

/** A sync as it is listed. */
export interface Sync {
  id: string;
  state: JobState;
  /** In words: "Completed, 2 failed". */
  status: string;
  title: string;
  /** What the sync remembers. */
  data: Record<string, unknown>;
  startedBy: string;
  startedById: string;
  startedAt: Date;
  /** When it was started or last retried. */
  beganAt: Date;
  /** Null until it has ended. */
  finishedAt: Date | null;
  /** 0 to 100. 100 only when it did its work. One that failed or was canceled stays where it ended. */
  progress: number;
  /** How many steps succeeded, had nothing to do, and failed. */
  done: number;
  skipped: number;
  failed: number;
  /** Why it failed, or why its first failed step did. Null when nothing failed. */
  reason: string | null;
}

/** A line of a sync's log. */
export interface SyncLogLine {
  id: number;
  functionName: string;
  level: LogLevel;
  message: string;
  at: Date;
}

interface SyncRecord {
  id: string;
  state: JobState;
  title: string;
  data: Record<string, unknown>;
  started_by_name: string;
  started_by_id: string;
  started_at: Date;
  began_at: Date;
  finished_at: Date | null;
  progress: number;
  done: number;
  skipped: number;
  failed: number;
  message: string | null;
  failure: string | null;
}

/** The newest syncs of a section, newest first. */
export async function readSyncs(tx: ShopTransaction, shop: string, section: string): Promise<Sync[]> {
  const { rows } = await tx.$client.query<SyncRecord>(
    `SELECT sync.id, sync.progress, sync.data, sync.started_at, coalesce(job.retried_at, sync.started_at) AS began_at, job.state, job.title, job.started_by_name, job.started_by_id, job.finished_at, job.done, job.skipped, job.failed, job.message,
            (SELECT item.message FROM job_items AS item
              WHERE item.shop = job.shop AND item.job_id = job.id AND item.state = 'failed' ORDER BY item.position LIMIT 1) AS failure
       FROM runs AS sync JOIN jobs AS job ON job.shop = sync.shop AND job.id = sync.id
      WHERE sync.shop = $1 AND sync.section = $2 ORDER BY sync.started_at DESC, sync.id DESC LIMIT ${MAX_SHOWN_SYNCS}`,
    [shop, section],
  );
  return rows.map(syncOf);
}

function syncOf(record: SyncRecord): Sync {
  const { id, state, title, data, progress, done, skipped, failed, message, failure } = record;
  return {
    id,
    state,
    status: statusOf(record),
    title,
    data,
    startedBy: record.started_by_name,
    startedById: record.started_by_id,
    startedAt: record.started_at,
    beganAt: record.began_at,
    finishedAt: record.finished_at,
    progress: state === "completed" && !hasFailedWholly(record) ? 100 : Math.min(progress, 99),
    done,
    skipped,
    failed,
    reason: failure ?? message,
  };
}

const WORDS: Record<JobState, string> = {
  queued: "Queued",
  running: "Running",
  paused: "Paused",
  completed: "Completed",
  cancelled: "Canceled",
  failed: "Failed",
};

/** A job is completed also when all of its steps failed. */
const hasFailedWholly = ({ done, failed }: Pick<SyncRecord, "done" | "failed">): boolean =>
  failed > 0 && done === 0;

/** A job whose steps failed is completed all the same. */
function statusOf({ state, done, failed }: SyncRecord): string {
  if (state !== "completed" || failed === 0) return WORDS[state];
  return hasFailedWholly({ done, failed }) ? "Failed" : `Completed, ${failed.toLocaleString("en-US")} failed`;
}

/** @throws 404 when the section has no such sync */
export async function requireSync(
  tx: ShopTransaction,
  shop: string,
  section: string,
  id: string,
): Promise<void> {
  const { rowCount } = await tx.$client.query(
    "SELECT 1 FROM runs WHERE shop = $1 AND section = $2 AND id::text = $3",
    [shop, section, id],
  );
  if (rowCount === 0) throw notFound("There is no such log. It may be older than 90 days.");
}

/** The newest lines of a sync's log, oldest first. @throws 404 when the section has no such sync */
export async function readSyncLog(
  tx: ShopTransaction,
  shop: string,
  section: string,
  id: string,
): Promise<SyncLogLine[]> {
  await requireSync(tx, shop, section, id);
  const { rows } = await tx.$client.query<{
    id: string;
    function_name: string;
    level: LogLevel;
    message: string;
    at: Date;
  }>(
    `SELECT id, function_name, level, message, at FROM run_log_lines WHERE shop = $1 AND run_id = $2
      ORDER BY id DESC LIMIT ${MAX_SHOWN_LINES}`,
    [shop, id],
  );
  return rows
    .map((row) => ({
      id: Number(row.id),
      functionName: row.function_name,
      level: row.level,
      message: row.message,
      at: row.at,
    }))
    .reverse();
}

/** The newest syncs of a section, newest first. @param notesOf what a sync did. What it has saved as `notes` when absent */
export async function answerSyncs(
  { shop, clock }: CallContext,
  section: string,
  notesOf?: (sync: Sync) => string[],
): Promise<SyncAnswer[]> {
  const syncs = await withShop(shop.domain, (tx) => readSyncs(tx, shop.domain, section));
  return syncs.map((sync) => syncAnswerOf(sync, clock.now(), notesOf));
}

/** What a sync has saved about what it did, in numbers. */
export function savedNotes({ data }: Pick<Sync, "data">): string[] {
  const parsed = z.array(z.string()).safeParse(data.notes);
  return parsed.success ? parsed.data : [];
}

/** A sync as calls answer it. @param now up to when the duration of an unfinished sync is counted */
export function syncAnswerOf(
  sync: Sync,
  now: Date,
  notesOf: (sync: Sync) => string[] = savedNotes,
): SyncAnswer {
  const { id, title, startedAt, beganAt, finishedAt } = sync;
  const { status, state, progress, failed, startedBy, reason } = sync;
  const milliseconds = (finishedAt ?? now).getTime() - beganAt.getTime();
  return {
    status,
    state,
    progress,
    failed,
    startedBy,
    reason,
    notes: notesOf(sync),
    fileName: id,
    displayName: `${title}, ${startedAt.toISOString()}`,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    duration: Math.max(0, Math.round(milliseconds / 1000)),
  };
}

/** The log of a sync. @param fileName as the list of syncs has it: an id, never a path. @throws 404 when there is none */
export async function answerSyncLog(
  { shop }: CallContext,
  section: string,
  fileName: string,
): Promise<SyncLineAnswer[]> {
  const lines = await withShop(shop.domain, (tx) => readSyncLog(tx, shop.domain, section, fileName));
  return lines.map(({ id, functionName, level, message, at }) => ({
    id,
    functionName,
    logLevel: level,
    msg: message,
    date: at.toISOString(),
  }));
}
