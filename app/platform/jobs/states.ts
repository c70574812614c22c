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
