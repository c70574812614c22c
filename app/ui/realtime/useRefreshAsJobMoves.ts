import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { hasEnded } from "~/platform/jobs/states";
import { usePoll } from "../usePoll";
import { type JobState, useConnectionStatus, useJob } from "./useRealtime";

/** While a job runs, the page's rows are read again at most this often. */
const ROWS_EVERY_MS = 2_000;
/** Without a realtime connection, they are read this often. */
const POLL_MS = 30_000;

/**
 * Reloads the page's data when the job progresses: immediately when its state changes, otherwise every two seconds at most. It also
 * reloads when the realtime connection opens, because earlier events were missed, and every 30 seconds while there is none.
 */
export function useRefreshAsJobMoves(job: JobState): void {
  const event = useJob(job.id);
  const isLive = useConnectionStatus() === "live";
  const { revalidate } = useRevalidator();
  const latest = useRef({ revalidate, job });
  latest.current = { revalidate, job };
  const refreshedAt = useRef(0);

  useEffect(() => {
    if (isLive && !hasEnded(latest.current.job.state)) latest.current.revalidate();
  }, [isLive]);
  usePoll({ isActive: !isLive && !hasEnded(job.state), everyMs: POLL_MS, poll: revalidate });

  useEffect(() => {
    const { job: shown } = latest.current;
    if (!event || (hasEnded(shown.state) && event.state === shown.state)) return;
    const refresh = () => {
      refreshedAt.current = performance.now();
      latest.current.revalidate();
    };
    if (event.state !== shown.state) return refresh();
    const timer = setTimeout(refresh, Math.max(0, refreshedAt.current + ROWS_EVERY_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [event]);
}
