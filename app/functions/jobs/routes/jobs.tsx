import { useLoaderData, useNavigate } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { hasEnded } from "~/platform/jobs/states";
import { readListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { daysFilter } from "~/ui/list/types";
import { jobsFunction } from "../function";
import { jobsList } from "../list.server";
import { JOBS_TAB_LABELS, JOBS_TABS, readJobsTab } from "../outcomes";
import { jobTexts } from "../page.server";
import { HaltButton } from "../ui/JobPage";
import { JobWatch, jobCells } from "../ui/job-cells";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(jobsFunction, async ({ calls }, args) => {
  const url = new URL(args.request.url);
  const state = readListState(url, jobsList);
  const tab = readJobsTab(url.searchParams.get("tab"));
  const { days } = jobsList.filterIn(url.searchParams);
  const page = await calls.jobs.list({ tab, days, direction: state.direction, last_id: state.cursor });
  return { list: jobsList.declaration, page, state, tab, days };
});

export const action = callsAction(jobsFunction, jobTexts);

/** Jobs: the administrator's own jobs and Backroom's, or all jobs for the owner. */
export default function Jobs() {
  const { list, page, state, tab, days } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  return (
    <>
      {page.rows
        .filter(({ state }) => !hasEnded(state))
        .map((job) => (
          <JobWatch key={job.id} job={job} />
        ))}
      <ListPage
        title="Jobs"
        list={list}
        state={state}
        result={page}
        plural="jobs"
        appliesAtOnce
        tabs={JOBS_TABS.map((id) => ({ id, label: JOBS_TAB_LABELS[id] }))}
        selectedTab={tab}
        filters={daysFilter("Started", days)}
        rowLabel={(job) => job.title}
        cells={jobCells}
        rowActions={(job) => <HaltButton job={job} />}
        onOpen={(job) => navigate(`/jobs/${job.id}`)}
        emptyHint={
          tab === "failed"
            ? days
              ? "No job of these days has failures."
              : "No job has failures."
            : "Jobs that you start, such as approving many students, appear here with their progress."
        }
        emptyAction={tab === "failed" ? { content: "All jobs", url: "/jobs?tab=all" } : undefined}
      />
    </>
  );
}
