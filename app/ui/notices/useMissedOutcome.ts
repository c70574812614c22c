import { useCallback, useEffect, useRef, useState } from "react";
import type { JobOutcome } from "~/platform/jobs/job-outcome";
import { useConnectionStatus } from "../realtime/useRealtime";
import { usePoll } from "../usePoll";

const POLL_MS = 30_000;

/**
 * The outcome of a job whose last message may have been lost. It is read when the realtime connection opens, and every 30 seconds while
 * there is none.
 * @returns null until it is known to have ended
 */
export function useMissedOutcome(jobId: string): JobOutcome | null {
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
