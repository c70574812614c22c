import { Badge, BlockStack, InlineStack, Text } from "@shopify/polaris";
import { hasEnded } from "~/platform/jobs/states";
import { pluralize } from "~/platform/text/pluralize";
import { FileDownload } from "~/ui/files/FileDownload";
import { RowLink } from "~/ui/list/RowLink";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { useLiveJob, useRefreshAsJobMoves } from "~/ui/realtime/useLiveJob";
import type { JobState } from "~/ui/realtime/useRealtime";
import type { JobRow } from "../list.server";
import { jobBadge } from "../outcomes";

/** A row of Jobs. Its progress is live. */
export const jobCells = {
  title: (job) => <RowLink to={`/jobs/${job.id}`}>{job.title}</RowLink>,
  startedBy: (job) => job.startedBy.name,
  state: (job) => (
    <BlockStack gap="050">
      <InlineStack>
        <StateBadge job={job} />
      </InlineStack>
      <PausedBy job={job} />
      {job.unsentEmails > 0 && (
        <Text as="span" variant="bodySm" tone="critical">
          {`${pluralize(job.unsentEmails, "email")} didn't arrive`}
        </Text>
      )}
    </BlockStack>
  ),
  progress: (job) => <Progress job={job} />,
  failed: (job) => <Failed job={job} />,
  file: (job) => job.file && <FileDownload file={job.file} label="Download" variant="plain" />,
} satisfies Cells<JobRow>;

/** A job's state, including a cancellation in progress. */
export function StateBadge({ job }: { job: JobRow }) {
  const live = useLiveJob(job);
  const state = live.state as JobRow["state"];
  if (job.cancelRequested && !hasEnded(state)) return <Badge tone="attention">Stopping</Badge>;
  if (job.paused && state === "running") return <Badge tone="attention">Pausing</Badge>;
  const { label, tone } = jobBadge({ ...live, state });
  return <Badge tone={tone}>{label}</Badge>;
}

/** Who paused a job, and when. */
export function PausedBy({ job: { paused } }: { job: JobRow }) {
  if (!paused) return null;
  return (
    <Text as="span" variant="bodySm" tone="subdued">
      by {paused.by}, <Moment at={paused.at} time />
    </Text>
  );
}

function Progress({ job }: { job: JobRow }) {
  const { done, skipped = 0, total } = useLiveJob(job);
  const progress = `${formatCount(done)} of ${formatCount(total)}`;
  return skipped > 0 ? `${progress}, ${formatCount(skipped)} skipped` : progress;
}

function Failed({ job }: { job: JobRow }) {
  const { failed } = useLiveJob(job);
  if (failed === 0) return "0";
  return (
    <Text as="span" tone="critical" fontWeight="semibold">
      {formatCount(failed)}
    </Text>
  );
}

/** Renders nothing. Refreshes the page's data as the job progresses. */
export function JobWatch({ job }: { job: JobState }) {
  useRefreshAsJobMoves(job);
  return null;
}
