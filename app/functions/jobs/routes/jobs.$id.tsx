import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { readListState } from "~/platform/list";
import { jobsFunction } from "../function";
import { jobItemsList } from "../list.server";
import { readOutcome } from "../outcomes";
import { jobTexts } from "../page.server";
import { JobPage } from "../ui/JobPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(jobsFunction, async ({ calls }, args) => {
  const url = new URL(args.request.url);
  const id = args.params.id ?? "";
  const state = readListState(url, jobItemsList);
  const outcome = readOutcome(url.searchParams.get("tab"));
  // The rows are read after the job, so that they are final when the job has ended.
  const job = await calls.jobs.detail({ id });
  const items = await calls.jobs.items({
    id,
    outcome,
    direction: state.direction,
    last_id: state.cursor,
  });
  return { list: jobItemsList.declaration, job, items, outcome, state };
});

export const action = callsAction(jobsFunction, jobTexts);

/** A job's progress, and each of its rows with its outcome. */
export default function JobDetail() {
  const data = useLoaderData<typeof loader>();
  return <JobPage key={data.job.id} {...data} />;
}
