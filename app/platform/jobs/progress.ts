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

/** Calculates a job's progress from its own count, or from its items when it has none. */
export function progressOf({ total, done, skipped, failed, params }: JobCounts): JobProgress {
  const own = (params as { progress?: { done: number; total: number } } | null)?.progress;
  return own ? { ...own, failed, skipped: 0 } : { total, done, failed, skipped };
}
