import { useEffect } from "react";
import type { JobOutcome } from "~/platform/jobs/job-outcome";
import { useJob } from "../realtime/useRealtime";
import { useNotices } from "../useNotices";
import type { WatchedJob } from "./notice-store";
import { useMissedOutcome } from "./useMissedOutcome";

/** Renders nothing. When a job that a notice is about ends, its outcome replaces the notice, also one that has closed by then. */
export function JobOutcomes() {
  const { watchedJobs } = useNotices();
  return watchedJobs.map((watched) => <JobWatcher key={watched.job.id} watched={watched} />);
}

function JobWatcher({ watched }: { watched: WatchedJob }) {
  const { showOutcome } = useNotices();
  const missed = useMissedOutcome(watched.job.id);
  const outcome = useJob(watched.job.id)?.outcome ?? missed;
  useEffect(() => {
    if (outcome) showOutcome(watched, watched.job.writesFile ? fileOutcomeOf(outcome) : outcome);
  }, [outcome, watched, showOutcome]);
  return null;
}

const fileOutcomeOf = ({ level }: JobOutcome): JobOutcome =>
  level === "success"
    ? { level, text: "The spreadsheet is ready to be downloaded.", canUndo: false }
    : { level: "warning", text: "The spreadsheet couldn't be written.", canUndo: false };
