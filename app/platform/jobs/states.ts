/** Where a job stands as a whole. */
export const JOB_STATES = ["queued", "running", "paused", "completed", "cancelled", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The states of a job that is not at its end. */
export const UNFINISHED = ["queued", "running", "paused"] as const satisfies readonly JobState[];

/** True when a job does nothing any more, unless its rows are retried. */
export const hasEnded = (state: string): boolean => !(UNFINISHED as readonly string[]).includes(state);

/** Where one of its items stands. */
export const ITEM_STATES = ["waiting", "running", "done", "failed", "skipped", "cancelled"] as const;
export type ItemState = (typeof ITEM_STATES)[number];
