import type { ContractRouterClient } from "@orpc/contract";
import { notFound } from "~/platform/errors";
import { hasEnded } from "~/platform/jobs/states";
import { readListState } from "~/platform/list";
import type { importsCalls } from "./calls.server";
import type { ImportKind } from "./import-kind";
import { importRowsList } from "./list";
import type { ImportRun } from "./schemas";
import type { ImportJob, ImportRunPageData } from "./ui/import-run-page-data";
import { PREVIEW_TABS } from "./ui/verdicts";

interface Calls {
  imports: ContractRouterClient<typeof importsCalls>;
  jobs: { detail(input: { id: string }): Promise<ImportJob> };
}

/** The data of an import's page: its state, and a page of its rows or its job. */
export async function readRunPage(
  request: Request,
  { imports, jobs }: Calls,
  kind: ImportKind,
  id: string,
): Promise<ImportRunPageData> {
  const url = new URL(request.url);
  const state = readListState(url, importRowsList);
  const tab = PREVIEW_TABS.find((name) => name === url.searchParams.get("tab")) ?? "all";
  let run = await imports.detail({ id });
  if (run.kind !== kind.id) throw notFound("There is no such import here. It may have been discarded.");
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

const isInProgress = ({ state }: ImportRun): boolean => state === "running" || state === "undoing";

function readRows(
  imports: Calls["imports"],
  id: string,
  verdict: (typeof PREVIEW_TABS)[number],
  state: { direction?: "next" | "previous"; cursor?: string },
) {
  const { direction, cursor } = state;
  return imports.rows({ id, verdict, pageSize: importRowsList.pageSize, direction, last_id: cursor });
}
