import { BlockStack, InlineStack, Text } from "@shopify/polaris";
import { hasEnded } from "~/platform/jobs/states";
import { FileDownload } from "~/ui/files/FileDownload";
import { JobProgress } from "~/ui/JobProgress";
import { Moment } from "~/ui/Moment";
import { useLiveJob } from "~/ui/realtime/useLiveJob";
import type { JobRow } from "../contract";
import { HaltButton } from "./HaltButton";
import { PausedBy, StateBadge } from "./job-cells";

/** A job's progress, who started it and when, and its message. */
export function JobSummary({ job, onCancel }: { job: JobRow; onCancel(): void }) {
  const live = useLiveJob(job);
  // The outcome of an ended job may already contain its message.
  const message = live.outcome?.text.includes(job.message ?? "") ? null : job.message;
  const canCancel = job.canStop && !hasEnded(live.state) && !job.cancelRequested;
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" blockAlign="center">
        <StateBadge job={job} />
        <PausedBy job={job} />
        <Text as="span" tone="subdued">
          Started by {job.startedBy.name}, <Moment at={job.createdAt} time />
          {job.finishedAt && (
            <>
              {" · ended "}
              <Moment at={job.finishedAt} time />
            </>
          )}
        </Text>
      </InlineStack>
      <JobProgress title="Progress" job={live} onCancel={canCancel ? onCancel : undefined}>
        <HaltButton job={job} />
      </JobProgress>
      {job.file && (
        <InlineStack gap="200" blockAlign="center">
          <FileDownload file={job.file} />
          <Text as="span" tone="subdued">
            Kept until <Moment at={job.file.expiresAt} />
          </Text>
        </InlineStack>
      )}
      {message && <Text as="p">{message}</Text>}
    </BlockStack>
  );
}
