import type { ContractRouterClient } from "@orpc/contract";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { answerCall, type CallAnswer } from "~/core/answer-call.server";
import { authorize } from "~/core/authorize.server";
import { withPermission } from "~/core/function-entry";
import { refusalIn } from "~/platform/contract/answer";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { notFound } from "~/platform/errors";
import { hasEnded } from "~/platform/jobs/states";
import { readListState } from "~/platform/list";
import type { importsCalls } from "./calls.server";
import type { ImportForm } from "./import-form";
import { importTexts } from "./import-texts.server";
import { importRowsList } from "./list";
import { importPages } from "./pages";
import type { Import } from "./schemas";
import {
  type ImportJob,
  type ImportPageData,
  type MissingImportData,
  PREVIEW_TABS,
} from "./ui/import-page-data";

const pagesOf = (form: ImportForm) => withPermission(importPages, form.flag);

/** What the page on which an import begins shows: the imports before it. */
export const readBeginPage = (args: LoaderFunctionArgs, form: ImportForm) =>
  authorize(args, pagesOf(form), async ({ calls }) => {
    const isWaiting = new URL(args.request.url).searchParams.get("part") === "waiting";
    return {
      ...(await calls.imports.list({ kind: form.id, part: isWaiting ? "waiting" : undefined })),
      isWaiting,
      /** Names of the fields that this shop may tick for all rows. */
      offered: [] as string[],
    };
  });

/** What the page of one import shows, at its current step. In the place of one that isn't there, why. */
export const readImportPage = (args: LoaderFunctionArgs, form: ImportForm) =>
  authorize(args, pagesOf(form), async ({ calls }) => {
    const page = await readRunOrProblem(args.request, calls, form, args.params.run ?? "");
    return data(page, { status: "problem" in page ? 404 : 200 });
  });

/** Answers the calls that the pages of an import post. */
export const answerImportPage = (args: ActionFunctionArgs, form: ImportForm) =>
  authorize(args, pagesOf(form), ({ calls }) =>
    withImportErrorText(form, async () => answerCall(calls, importTexts, await args.request.json())),
  );

/** Runs a step of an import. An error without a reason gets the text that the specification fixes for this import. */
export async function withImportErrorText(
  { failure }: Pick<ImportForm, "failure">,
  step: () => Promise<CallAnswer>,
): Promise<CallAnswer> {
  try {
    return await step();
  } catch (error) {
    if (!failure || refusalIn(error)) throw error;
    return answerWithFallback<CallAnswer>(failure, () => Promise.reject(error));
  }
}

interface Calls {
  imports: ContractRouterClient<typeof importsCalls>;
  jobs: { detail(input: { id: string }): Promise<ImportJob> };
}

/** As `readRunPage`, or why there is no such import. */
export async function readRunOrProblem(
  ...request: Parameters<typeof readRunPage>
): Promise<ImportPageData | MissingImportData> {
  try {
    return await readRunPage(...request);
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal?.status !== 404) throw error;
    return { problem: refusal.message };
  }
}

/** The data of an import's page: its state, and a page of its rows or its job. */
export async function readRunPage(
  request: Request,
  { imports, jobs }: Calls,
  form: ImportForm,
  id: string,
): Promise<ImportPageData> {
  const url = new URL(request.url);
  const state = readListState(url, importRowsList);
  const tab = PREVIEW_TABS.find((name) => name === url.searchParams.get("tab")) ?? "all";
  let run = await imports.detail({ id });
  if (run.kind !== form.id) throw notFound("There is no such import here. It may have been discarded.");
  const jobId = run.undoJobId ?? run.jobId;
  const [rows, job] = await Promise.all([
    run.state === "ready" ? readRows(imports, id, tab, state) : null,
    // Other administrators may see the import, but not always its job.
    jobId ? jobs.detail({ id: jobId }).catch(() => null) : null,
  ]);
  // The job ended between the two reads. No further event would arrive, so the page would wait forever.
  if (job && hasEnded(job.state) && isInProgress(run)) run = await imports.detail({ id });
  return { run, tab, state, rows, job };
}

const isInProgress = ({ state }: Import): boolean => state === "running" || state === "undoing";

function readRows(
  imports: Calls["imports"],
  id: string,
  verdict: (typeof PREVIEW_TABS)[number],
  state: { direction?: "next" | "previous"; cursor?: string },
) {
  const { direction, cursor } = state;
  return imports.rows({ id, verdict, pageSize: importRowsList.pageSize, direction, last_id: cursor });
}
