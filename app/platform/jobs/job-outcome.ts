import type { NoticeLevel } from "../notice";
import { hasEnded, type JobCounts } from "./states";

/** How a job ended, in words. */
export interface JobOutcome {
  level: NoticeLevel;
  /** "2 sent, 4 skipped: invited less than 10 minutes ago" */
  text: string;
  /** Something was done that may be undone. */
  canUndo: boolean;
}

/** What a job stores of its outcome in `params`. */
interface OutcomeParams {
  /** The word for items that are done. */
  doneWord?: string;
  /** How many items were skipped, by reason. Items without a reason aren't in it. */
  skippedBecause?: Record<string, number>;
}

/** The outcome of a job; null until it has ended. Only a job in which every item is done is a success. */
export function outcomeOf(job: JobCounts & { state: string; message: string | null }): JobOutcome | null {
  if (!hasEnded(job.state)) return null;
  const { total, done, failed, skipped, state, message } = job;
  const { doneWord = "done", skippedBecause = {} } = (job.params ?? {}) as OutcomeParams;
  const notRun = Math.max(0, total - done - failed - skipped);
  const isCounted = !(job.params as { progress?: unknown } | null)?.progress;
  const parts = [
    (done > 0 || skipped + failed + notRun === 0) && `${shown(done)} ${doneWord}`,
    failed > 0 && `${shown(failed)} failed`,
    notRun > 0 && state !== "completed" && isCounted && `${shown(notRun)} not started`,
    skipped > 0 && `${shown(skipped)} skipped${reasonsOf(skipped, skippedBecause)}`,
  ].filter((part) => part !== false);
  const text = isCounted ? parts.join(", ") : (message ?? uncountedText(job));
  const sentence = state === "failed" && message && isCounted ? `${text}. ${message}` : text;
  return { level: levelOf(job), text: sentence, canUndo: done > 0 };
}

function uncountedText({ state, failed }: JobCounts & { state: string }): string {
  if (failed > 0) return "Failed";
  return state === "completed" ? "Done" : "Not completed";
}

function levelOf({ state, done, failed, skipped }: JobCounts & { state: string }): NoticeLevel {
  if (state === "failed") return "critical";
  if (failed > 0) return done > 0 ? "warning" : "critical";
  if (state === "cancelled") return "warning";
  if (skipped > 0) return done > 0 ? "info" : "warning";
  return "success";
}

function reasonsOf(skipped: number, reasons: Record<string, number>): string {
  const entries = Object.entries(reasons).sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
  const [only] = entries;
  if (!only) return "";
  if (entries.length === 1 && only[1] === skipped) return `: ${only[0]}`;
  return ` (${entries.map(([reason, count]) => `${shown(count)} ${reason}`).join(", ")})`;
}

const shown = (count: number) => count.toLocaleString("en-US");
