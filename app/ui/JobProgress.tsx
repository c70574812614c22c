import { BlockStack, Button, InlineStack, Link, ProgressBar, Text } from "@shopify/polaris";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatDuration } from "~/platform/dates/date-text";
import { useLiveJob } from "~/ui/realtime/useLiveJob";
import { formatCount, wholePercent } from "./numbers";
import type { JobState } from "./realtime/useRealtime";

/** The final states of a job. */
const ENDED = new Set(["completed", "failed", "cancelled", "canceled"]);

interface JobProgressProps {
  /** What the job does: "Approve 120 students". */
  title: string;
  /** The job from the page's loader. Later changes arrive over the socket. */
  job: JobState;
  /** The job's page in Jobs. */
  href?: string;
  /** Stops the job; without it, it cannot be stopped. */
  onCancel?: () => void;
  cancelling?: boolean;
  /** What else can be done with it, beside Cancel. */
  children?: ReactNode;
}

/** How far a job is, how fast it goes, how much longer it takes. Updates automatically. */
export function JobProgress({
  title,
  job: initialJob,
  href,
  onCancel,
  cancelling,
  children,
}: JobProgressProps) {
  const job = useLiveJob(initialJob);
  const finished = job.done + job.failed + (job.skipped ?? 0);
  const rate = useRate({ ...job, done: finished });
  const ended = ENDED.has(job.state);
  const isSuccess = job.outcome ? job.outcome.level === "success" : job.state === "completed";
  const moves = !ended && job.state !== "paused" && rate > 0;
  const share = job.total > 0 ? Math.min(1, finished / job.total) : ended ? 1 : 0;
  const details = [
    job.total > 0 || ended ? `${formatCount(job.done)} of ${formatCount(job.total)} done` : "Starting",
    job.failed > 0 && `${formatCount(job.failed)} failed`,
    Boolean(job.skipped) && `${formatCount(job.skipped ?? 0)} skipped`,
    (ended || job.state === "paused") && job.state,
    moves && `${rate < 10 ? rate.toFixed(1) : formatCount(Math.round(rate))} per second`,
    moves && `about ${formatDuration((job.total - finished) / rate)} left`,
  ].filter(Boolean);

  return (
    <BlockStack gap="200">
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <Text as="h2" variant="headingSm">
          {title}
        </Text>
        <InlineStack gap="300" blockAlign="center">
          {href && <Link url={href}>Open in Jobs</Link>}
          {children}
          {onCancel && !ended && (
            <Button size="micro" loading={cancelling} onClick={onCancel}>
              Cancel
            </Button>
          )}
        </InlineStack>
      </InlineStack>
      <ProgressBar
        progress={wholePercent(share)}
        size="small"
        tone={job.failed > 0 ? "critical" : isSuccess ? "success" : "primary"}
        ariaLabelledBy={`job-${job.id}`}
      />
      <Text as="p" id={`job-${job.id}`} tone={job.failed > 0 ? "critical" : "subdued"}>
        {job.outcome?.text ?? details.join(" · ")}
      </Text>
    </BlockStack>
  );
}

/** Items per second since this page first saw the job in its present state; 0 until two observations lie apart. */
function useRate(job: JobState): number {
  const first = useRef<{ at: number; done: number; id: string; state: string } | null>(null);
  const [rate, setRate] = useState(0);
  useEffect(() => {
    const now = performance.now();
    // A job goes on after a pause, and what has ended can be retried.
    if (first.current?.id !== job.id || first.current.state !== job.state) {
      first.current = { at: now, done: job.done, id: job.id, state: job.state };
      setRate(0);
      return;
    }
    const seconds = (now - first.current.at) / 1000;
    if (seconds > 0) setRate((job.done - first.current.done) / seconds);
  }, [job.id, job.done, job.state]);
  return rate;
}
