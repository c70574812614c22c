import { useCallback, useEffect, useRef, useState } from "react";
import type { JobOutcome } from "~/platform/jobs/job-outcome";
import { useConnectionStatus, useJob } from "~/ui/realtime/useRealtime";
import { useNotices } from "~/ui/useNotices";
import { usePoll } from "~/ui/usePoll";
import type { WatchedJob } from "./notice-store";

/** Renders nothing. When a job that a notice is about ends, its outcome replaces the notice, also one that has closed by then. */
export default function JobOutcomes() {
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

const POLL_MS = 30_000;

/**
 * The outcome of a job whose last message may have been lost. It is read when the realtime connection opens, and every 30 seconds while
 * there is none.
 * @returns null until it is known to have ended
 */
function useMissedOutcome(jobId: string): JobOutcome | null {
  const [outcome, setOutcome] = useState<JobOutcome | null>(null);
  const isLive = useConnectionStatus() === "live";
  const wasLive = useRef(isLive);
  const read = useCallback(() => {
    // No answer, or a refusal: the next poll, or the Jobs page, shows the outcome.
    readOutcome(jobId).then(setOutcome, () => undefined);
  }, [jobId]);
  useEffect(() => {
    if (isLive && !wasLive.current) read();
    wasLive.current = isLive;
  }, [isLive, read]);
  usePoll({ isActive: !isLive && outcome === null, everyMs: POLL_MS, poll: read });
  return outcome;
}

async function readOutcome(jobId: string): Promise<JobOutcome | null> {
  const response = await fetch(`/api/jobs/${jobId}`);
  const job: { outcome?: JobOutcome | null } = response.ok ? await response.json() : {};
  return job.outcome ?? null;
}
