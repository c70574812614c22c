import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { cancelOneJob, pauseOneJob, resumeOneJob, retryOneJob } from "./change.server";
import { jobsContract } from "./contract";
import { listItems, resultRows } from "./items.server";
import { listJobs, readJob } from "./read.server";
import { startResultFile } from "./result-file.server";
import { undoOneJob } from "./undo-job.server";

const calls = implement(jobsContract).$context<CallContext>().use(guard);

export const jobsRouter = calls.router({
  list: calls.list.handler(({ input, context }) => listJobs(context, input)),
  detail: calls.detail.handler(({ input, context }) => readJob(context, input.id)),
  items: calls.items.handler(({ input, context }) => listItems(context, input)),
  cancel: calls.cancel.handler(({ input, context }) => cancelOneJob(context, input.id)),
  pause: calls.pause.handler(({ input, context }) => pauseOneJob(context, input.id)),
  resume: calls.resume.handler(({ input, context }) => resumeOneJob(context, input.id)),
  retry: calls.retry.handler(({ input, context }) => retryOneJob(context, input.id)),
  undo: calls.undo.handler(({ input, context }) => undoOneJob(context, input.id)),
  startResultFile: calls.startResultFile.handler(({ input, context }) => startResultFile(context, input)),
  resultRows: calls.resultRows.handler(({ input, context }) => resultRows(context, input)),
});
