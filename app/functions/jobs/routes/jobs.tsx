import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData, useNavigate } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { readForm } from "~/platform/form";
import { hasEnded } from "~/platform/jobs/states";
import { readListState } from "~/platform/list";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { ListPage } from "~/ui/ListPage";
import { jobsForm } from "../form";
import { jobsList } from "../list";
import { haltNotice } from "../notices";
import { HaltButton } from "../ui/HaltButton";
import { JobWatch } from "../ui/JobWatch";
import { jobCells } from "../ui/job-cells";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "signed-in", async ({ backend }) => {
    const state = readListState(new URL(args.request.url), jobsList);
    const page = await backend.jobs.list({ direction: state.direction, last_id: state.cursor });
    return { page, state };
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "signed-in", async ({ backend }): Promise<ActionAnswer> => {
    const { intent, id } = readForm(await args.request.formData(), jobsForm);
    const { title } = await backend.jobs[intent]({ id });
    return { notice: haltNotice(intent, title) };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The job centre: the long work that one started; for the owner, everybody's. */
export default function Jobs() {
  const { page, state } = useLoaderData<typeof loader>();
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
        list={jobsList}
        state={state}
        result={page}
        plural="jobs"
        appliesAtOnce
        rowLabel={(job) => job.title}
        cells={jobCells}
        rowActions={(job) => <HaltButton job={job} />}
        onOpen={(job) => navigate(`/jobs/${job.id}`)}
        emptyHint="Long work that you start, such as approving many students at once, appears here with its progress."
      />
    </>
  );
}
