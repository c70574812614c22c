import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { readForm } from "~/platform/form";
import { readListState } from "~/platform/list";
import { answerDownload } from "../download.server";
import { jobForm } from "../form";
import { jobsFunction } from "../function";
import { jobItemsList } from "../list";
import { haltNotice, readOutcome } from "../outcomes";
import { type JobAnswer, JobPage } from "../ui/JobPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, jobsFunction, async ({ calls }) => {
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
    return { job, items, outcome, state };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, jobsFunction, async ({ calls }): Promise<JobAnswer> => {
    const id = args.params.id ?? "";
    const form = readForm(await args.request.formData(), jobForm);
    switch (form.intent) {
      case "cancel": {
        const { title } = await calls.jobs.cancel({ id });
        return {
          notice: { level: "success", text: `“${title}” stops after the rows in progress.` },
        };
      }
      case "pause":
      case "resume": {
        const { title } = await calls.jobs[form.intent]({ id });
        return { notice: haltNotice(form.intent, title) };
      }
      case "undo": {
        const { jobId, title } = await calls.jobs.undo({ id });
        const link = { label: "Open in the job center", url: `/jobs/${jobId}` };
        const text = `“${title}” is being undone. What was changed since stays as it is.`;
        return { notice: { level: "info", text, link, job: { id: jobId, title: `Undo: ${title}` } } };
      }
      case "retry": {
        const { rows, title } = await calls.jobs.retry({ id });
        return {
          notice: {
            level: "success",
            text: `${rows} ${rows === 1 ? "row is" : "rows are"} being retried.`,
            job: { id, title },
          },
        };
      }
      // A download is a normal answer, because a link in the admin's frame would have no session token.
      case "download":
        return answerDownload(calls.jobs, { id, outcome: form.outcome });
    }
  });

/** A job's progress, and each of its rows with its outcome. */
export default function JobDetail() {
  return <JobPage {...useLoaderData<typeof loader>()} />;
}
