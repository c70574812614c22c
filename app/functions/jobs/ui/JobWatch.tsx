import type { JobState } from "~/ui/realtime/useRealtime";
import { useRefreshAsJobMoves } from "~/ui/realtime/useRefreshAsJobMoves";

/** Renders nothing. Refreshes the page's data as the job progresses. */
export function JobWatch({ job }: { job: JobState }) {
  useRefreshAsJobMoves(job);
  return null;
}
