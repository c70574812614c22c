import type { JobState } from "~/ui/realtime/useRealtime";
import { useRefreshAsJobMoves } from "~/ui/realtime/useRefreshAsJobMoves";

/** Shows nothing: keeps the page's data as fresh as this job. */
export function JobWatch({ job }: { job: JobState }) {
  useRefreshAsJobMoves(job);
  return null;
}
