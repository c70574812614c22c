import { Button } from "@shopify/polaris";
import { hasEnded } from "~/platform/jobs/states";
import type { ActionAnswer } from "~/platform/notice";
import { useLiveJob } from "~/ui/realtime/useLiveJob";
import { useFetcher } from "~/ui/useFetcher";
import type { JobRow } from "../contract";

/** Pauses or resumes a job. Renders nothing for a job that has ended, is being canceled, or can't be stopped. */
export function HaltButton({ job, action }: { job: JobRow; action?: string }) {
  const live = useLiveJob(job);
  const change = useFetcher<ActionAnswer>();
  if (hasEnded(live.state) || job.cancelRequested || !job.canStop) return null;
  const intent = job.paused ? "resume" : "pause";
  const label = job.paused ? "Resume" : "Pause";
  return (
    <Button
      size="micro"
      loading={change.state !== "idle"}
      accessibilityLabel={`${label} “${job.title}”`}
      onClick={() => change.submit({ intent, id: job.id }, { method: "post", action })}
    >
      {label}
    </Button>
  );
}
