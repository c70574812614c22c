import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { hasEnded } from "~/platform/jobs/states";
import { type JobState, useConnectionStatus, useJob } from "./useRealtime";

/** While a job runs, the page's rows are asked for again at most this often. */
const ROWS_EVERY_MS = 2_000;

/**
 * Reloads the page's data when the job progresses: immediately when its state changes, otherwise every two seconds at most. It also
 * reloads when the realtime connection opens, because earlier events were missed.
 */
export function useRefreshAsJobMoves(given: JobState): void {
  const told = useJob(given.id);
  const isLive = useConnectionStatus() === "live";
  const { revalidate } = useRevalidator();
  const latest = useRef({ revalidate, given });
  latest.current = { revalidate, given };
  const askedAt = useRef(0);

  useEffect(() => {
    if (isLive && !hasEnded(latest.current.given.state)) latest.current.revalidate();
  }, [isLive]);

  useEffect(() => {
    const { given: known } = latest.current;
    if (!told || (hasEnded(known.state) && told.state === known.state)) return;
    const ask = () => {
      askedAt.current = performance.now();
      latest.current.revalidate();
    };
    if (told.state !== known.state) return ask();
    const timer = setTimeout(ask, Math.max(0, askedAt.current + ROWS_EVERY_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [told]);
}
