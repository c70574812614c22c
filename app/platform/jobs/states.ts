/** Where a job stands as a whole. */
export const JOB_STATES = ["queued", "running", "completed", "cancelled", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** True when a job does nothing any more. */
export const hasEnded = (state: string): boolean => state !== "queued" && state !== "running";

/** Where one of its items stands. */
export const ITEM_STATES = ["waiting", "running", "done", "failed", "skipped", "cancelled"] as const;
export type ItemState = (typeof ITEM_STATES)[number];
