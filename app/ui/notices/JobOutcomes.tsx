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
    if (outcome) showOutcome(watched, watched.job.writesFile ? fileOutcomeOf(outcome, watched.job) : outcome);
  }, [outcome, watched, showOutcome]);
  return null;
}

const NOT_WRITTEN = "The spreadsheet couldn't be written";

function fileOutcomeOf(
  { level, text: reason }: JobOutcome,
  { failure = { text: NOT_WRITTEN } }: WatchedJob["job"],
): JobOutcome & { title?: string } {
  if (level === "success")
    return { level, text: "The spreadsheet is ready to be downloaded.", canUndo: false };
  if (level === "critical")
    return { level, title: failure.title, text: `${failure.text}: ${reason}`, canUndo: false };
  return { level: "warning", text: `${NOT_WRITTEN}.`, canUndo: false };
}
