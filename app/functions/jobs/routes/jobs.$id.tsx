import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { readForm } from "~/platform/form";
import { readListState } from "~/platform/list";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerDownload } from "../download.server";
import { jobForm } from "../form";
import { jobItemsList } from "../list";
import { haltNotice } from "../notices";
import { readOutcome } from "../outcomes";
import { JobPage } from "../ui/JobPage";
import type { JobAnswer } from "../ui/useJobActions";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "signed-in", async ({ backend }) => {
    const url = new URL(args.request.url);
    const id = args.params.id ?? "";
    const state = readListState(url, jobItemsList);
    const outcome = readOutcome(url.searchParams.get("tab"));
    // The rows after the job: beside one that has ended they are final, because nothing tells of them any more.
    const job = await backend.jobs.detail({ id });
    const items = await backend.jobs.items({
      id,
      outcome,
      direction: state.direction,
      last_id: state.cursor,
    });
    return { job, items, outcome, state };
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "signed-in", async ({ backend }): Promise<JobAnswer> => {
    const id = args.params.id ?? "";
    const form = readForm(await args.request.formData(), jobForm);
    switch (form.intent) {
      case "cancel": {
        const { title } = await backend.jobs.cancel({ id });
        return {
          notice: { level: "success", text: `“${title}” stops after the rows that are being worked on.` },
        };
      }
      case "pause":
      case "resume": {
        const { title } = await backend.jobs[form.intent]({ id });
        return { notice: haltNotice(form.intent, title) };
      }
      case "retry": {
        const { rows } = await backend.jobs.retry({ id });
        return {
          notice: {
            level: "success",
            text: `${rows} ${rows === 1 ? "row is" : "rows are"} being tried again.`,
          },
        };
      }
      // A download is an answer like any other, because a link in the admin's frame would carry no session token.
      case "download":
        return answerDownload(backend.jobs, { id, outcome: form.outcome });
    }
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** One job: how far it is, and each of its rows with its outcome. */
export default function JobDetail() {
  return <JobPage {...useLoaderData<typeof loader>()} />;
}
