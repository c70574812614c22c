import { useEffect, useRef, useState } from "react";
import { type JobState, useJob } from "./useRealtime";

/**
 * The newest that is known of a job: what the page was given, or what the server has told since. (What it told before the
 * page was given its data is older than these.)
 */
export function useLiveJob(loaded: JobState): JobState {
  const event = useJob(loaded.id);
  const [latest, setLatest] = useState<JobState>(loaded);
  const seen = useRef(event);
  useEffect(() => setLatest(loaded), [loaded]);
  useEffect(() => {
    if (event && event !== seen.current) setLatest(event);
    seen.current = event;
  }, [event]);
  return latest;
}
