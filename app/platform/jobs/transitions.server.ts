import { defineStates } from "../states";
import type { JobState } from "./states";

const RETRIED = "Its failed items are retried.";

/** The states of a job, and so of a sync, an import, an export or a report. */
export const jobStates = defineStates<JobState>({
  table: "jobs",
  transitions: {
    queued: {
      running: "A worker starts it.",
      paused: "It is paused before a worker started it.",
      failed: "It can't run, such as after its administrator lost access.",
    },
    running: {
      paused: "It was paused.",
      completed: "All of its items have ended.",
      cancelled: "It was canceled.",
      failed: "It can't go on, such as after its administrator lost access.",
    },
    paused: { queued: "It is resumed or canceled." },
    completed: { queued: RETRIED },
    cancelled: { queued: RETRIED },
    failed: { queued: RETRIED },
  },
});
