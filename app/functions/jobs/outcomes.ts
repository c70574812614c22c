import type { ItemState, JobState } from "~/platform/jobs/states";

/** The filters of the list of jobs, in the order of their tabs. */
export const JOBS_TABS = ["all", "failed"] as const;
export type JobsTab = (typeof JOBS_TABS)[number];

export const JOBS_TAB_LABELS: Record<JobsTab, string> = { all: "All", failed: "With failures" };

/** The tab in the URL, or all jobs. */
export const readJobsTab = (tab: string | null): JobsTab => JOBS_TABS.find((each) => each === tab) ?? "all";

/** The filters of a job's rows, in the order of their tabs. */
export const OUTCOMES = ["all", "failed", "skipped", "done", "waiting"] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** The row states of each. A row in progress is still waiting, and a canceled one counts as failed. */
export const STATES_OF: Record<Outcome, readonly ItemState[] | null> = {
  all: null,
  failed: ["failed", "cancelled"],
  skipped: ["skipped"],
  done: ["done"],
  waiting: ["waiting", "running"],
};

export const OUTCOME_LABELS: Record<Outcome, string> = {
  all: "All",
  failed: "Failed",
  skipped: "Skipped",
  done: "Done",
  waiting: "Waiting",
};

type Tone = "info" | "success" | "attention" | "critical" | undefined;

/** The label of a row's state. */
export const ITEM_STATES: Record<ItemState, { label: string; tone: Tone }> = {
  waiting: { label: "Waiting", tone: undefined },
  running: { label: "In work", tone: "info" },
  done: { label: "Done", tone: "success" },
  failed: { label: "Failed", tone: "critical" },
  skipped: { label: "Skipped", tone: undefined },
  cancelled: { label: "Canceled", tone: "attention" },
};

/** The label of a job's state. */
const JOB_STATES: Record<JobState, { label: string; tone: Tone }> = {
  queued: { label: "Queued", tone: undefined },
  running: { label: "Running", tone: "info" },
  paused: { label: "Paused", tone: "attention" },
  completed: { label: "Completed", tone: "success" },
  cancelled: { label: "Canceled", tone: "attention" },
  failed: { label: "Failed", tone: "critical" },
};

/** The badge of a job. One with failed rows never looks like a success. */
export function jobBadge({ state, done, failed }: { state: JobState; done: number; failed: number }): {
  label: string;
  tone: Tone;
} {
  if (state !== "completed" || failed === 0) return JOB_STATES[state];
  return done > 0 ? { label: "Partly failed", tone: "attention" } : { label: "Failed", tone: "critical" };
}

/** The outcome of the tab in the URL, or all rows. */
export const readOutcome = (tab: string | null): Outcome =>
  OUTCOMES.find((outcome) => outcome === tab) ?? "all";
