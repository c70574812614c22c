import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { type JobState, useJob } from "~/ui/realtime/useRealtime";

/** While a job runs, the page's rows are asked for again at most this often. */
const ROWS_EVERY_MS = 2_000;

/**
 * The newest that is known of a job: what the page was given, or what the server has told since. (What it told before the
 * page was given its data is older than these.)
 */
export function useLiveJob<Job extends JobState>(given: Job): JobState {
  const told = useJob(given.id);
  const [newest, setNewest] = useState<JobState>(given);
  const seen = useRef(told);
  useEffect(() => setNewest(given), [given]);
  useEffect(() => {
    if (told && told !== seen.current) setNewest(told);
    seen.current = told;
  }, [told]);
  return newest;
}

/**
 * Asks for the page's data again when the job has moved: at once when its state changed, else every two seconds at most,
 * so that rows, counts and messages follow.
 */
export function useRefreshAsJobMoves(given: JobState): void {
  const live = useLiveJob(given);
  const { revalidate } = useRevalidator();
  const latest = useRef({ revalidate, given });
  latest.current = { revalidate, given };
  const askedAt = useRef(0);

  useEffect(() => {
    if (live === latest.current.given) return;
    const ask = () => {
      askedAt.current = performance.now();
      latest.current.revalidate();
    };
    if (live.state !== latest.current.given.state) return ask();
    const timer = setTimeout(ask, Math.max(0, askedAt.current + ROWS_EVERY_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [live]);
}
