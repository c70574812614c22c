import { useEffect, useRef, useState } from "react";
import { type JobState, useJob } from "./useRealtime";

/** A job's latest state: the loader's, or that of a message that arrived after it. */
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
