/** The states of a job. */
export const JOB_STATES = ["queued", "running", "paused", "completed", "cancelled", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The states of a job that has not ended. */
export const UNFINISHED = ["queued", "running", "paused"] as const satisfies readonly JobState[];

/** True when a job has ended. Retrying its failed rows starts it again. */
export const hasEnded = (state: string): boolean => !(UNFINISHED as readonly string[]).includes(state);

/** The states of a job's item. */
export const ITEM_STATES = ["waiting", "running", "done", "failed", "skipped", "cancelled"] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** How long the items of a job are kept. */
export const ITEMS_KEPT_DAYS = 180;

/** Why a job whose items were deleted has none. */
export const ITEMS_DELETED = `The rows of this job were deleted, because it ended more than ${ITEMS_KEPT_DAYS} days ago.`;

/** A job's progress as it is shown. */
export interface JobProgress {
  total: number;
  done: number;
  failed: number;
  /** Items for which there was nothing to do. */
  skipped: number;
}

/** The counts of a job's items. Work that isn't counted in items (a rebuild) stores its own count in `params`. */
export interface JobCounts extends JobProgress {
  params: unknown;
}

/**
 * The `params` of a new job whose work isn't counted in items, where its size isn't known yet. Without it, a job that fails before its
 * first progress is shown as a failed item without the reason.
 */
export const NOT_COUNTED = { progress: { done: 0, total: 0 } };

/** Calculates a job's progress from its own count, or from its items when it has none. */
export function progressOf({ total, done, skipped, failed, params }: JobCounts): JobProgress {
  const own = (params as { progress?: { done: number; total: number } } | null)?.progress;
  return own ? { ...own, failed, skipped: 0 } : { total, done, failed, skipped };
}
