import { useEffect, useRef, useState } from "react";
import { type JobState, useJob } from "./useRealtime";

/**
 * The newest that is known of a job: what the page was given, or what the server has told since. (What it told before the
 * page was given its data is older than these.)
 */
export function useLiveJob(given: JobState): JobState {
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
