/** How far a job is, as it is shown. */
export interface JobProgress {
  total: number;
  /** What needs no more work: done, or found to need none. */
  done: number;
  failed: number;
}

/** What a job counts with: its items, or in `params` the own count of work that is measured otherwise (a rebuild). */
interface Counted {
  total: number;
  done: number;
  skipped: number;
  failed: number;
  params: unknown;
}

/** How far a job is. Work with a count of its own is as far as that says; else each item counts once. */
export function progressOf({ total, done, skipped, failed, params }: Counted): JobProgress {
  const own = (params as { progress?: { done: number; total: number } } | null)?.progress;
  return own ? { ...own, failed } : { total, done: done + skipped, failed };
}
