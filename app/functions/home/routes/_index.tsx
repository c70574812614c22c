import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Card, Page } from "@shopify/polaris";
import { pageLoader } from "~/core/authorize.server";
import type { deskCalls } from "~/core/desk/calls.server";
import { type ContractCall, definePages } from "~/core/function-entry";
import { hasEnded } from "~/platform/jobs/states";
import { JobProgress } from "~/ui/JobProgress";
import { type JobState, useListRefresh } from "~/ui/realtime/useRealtime";
import { readDeskOrNull, readFigures } from "../figures.server";
import { NothingToOpen } from "../ui/FunctionCard";
import { FunctionCards } from "../ui/FunctionCards";
import { NeedsYou } from "../ui/NeedsYou";

const homePages = definePages<{ jobs: { list: JobsCall }; desk: typeof deskCalls }>("signed-in");

export const loader = pageLoader(homePages, async (staff) => {
  const { functions } = staff;
  const [figures, { rows: jobs }, desk] = await Promise.all([
    readFigures(staff.calls, functions, staff.declarations),
    staff.calls.jobs.list({}),
    readDeskOrNull(() => staff.calls.desk.open()),
  ]);
  const running = jobs.filter(({ state }) => !hasEnded(state));
  return { functions, figures, running, desk, now: new Date().toISOString() };
});

export const meta: MetaFunction = () => [{ title: "Home" }];

/** What waits for the administrator, and the functions that they may open, as cards. */
export default function Home() {
  const { functions, figures, running, desk, now } = useLoaderData<typeof loader>();
  // New grants make the live connection reconnect, which refreshes the page.
  useListRefresh("home");
  return (
    <Page title="Home">
      <BlockStack gap="400">
        {functions.every(({ group }) => group === "console") && <NothingToOpen />}
        <NeedsYou desk={desk} now={now} />
        <RunningJobs jobs={running} />
        <FunctionCards functions={functions} figures={figures} now={now} />
      </BlockStack>
    </Page>
  );
}

/** A job as the home page shows it. */
type HomeJob = JobState & { title: string };

/** The call of Jobs that the home page makes. */
type JobsCall = ContractCall<Record<never, never>, { rows: HomeJob[] }>;

/** More are on Jobs. */
const MAX_JOBS = 3;

/** What is being done in the background now, such as the first reading of the store. Nothing without any. */
function RunningJobs({ jobs }: { jobs: readonly HomeJob[] }) {
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
