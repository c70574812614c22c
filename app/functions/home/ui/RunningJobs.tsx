import { BlockStack, Card } from "@shopify/polaris";
import type { ContractCall } from "~/core/function-entry";
import { JobProgress } from "~/ui/JobProgress";
import type { JobState } from "~/ui/realtime/useRealtime";

/** A job as the home page shows it. */
export type HomeJob = JobState & { title: string };

/** The call of Jobs that the home page makes. */
export type JobsCall = ContractCall<Record<never, never>, { rows: HomeJob[] }>;

/** More are on Jobs. */
const MAX_JOBS = 3;

/** What is being done in the background now, such as the first reading of the store. Nothing without any. */
export function RunningJobs({ jobs }: { jobs: readonly HomeJob[] }) {
  if (jobs.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="400">
        {jobs.slice(0, MAX_JOBS).map((job) => (
          <JobProgress key={job.id} title={job.title} job={job} href={`/jobs/${job.id}`} />
        ))}
      </BlockStack>
    </Card>
  );
}
