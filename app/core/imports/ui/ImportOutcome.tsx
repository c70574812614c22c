import { useRevalidator } from "@remix-run/react";
import { Banner, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { Suspense, useEffect, useState } from "react";
import { pluralize } from "~/platform/text/pluralize";
import { JobProgress } from "~/ui/JobProgress";
import { lazyPart } from "~/ui/lazy-part";
import { useRefreshAsJobMoves } from "~/ui/realtime/useLiveJob";
import { useForgetJob, useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { usePoll } from "~/ui/usePoll";
import { beginUrl, type ImportForm, listUrl } from "../import-form";
import { importCall } from "../pages";
import type { Import } from "../schemas";
import type { ImportJob } from "./import-page-data";
import { UNDO_EXPLAINED } from "./RecentImports";
import { useRefusedRows } from "./useOpenImport";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

const WAIT_POLL_MS = 10_000;

const NO_JOB = { id: "", state: "completed", done: 0, failed: 0, total: 0 };

/** An import that was started: how far it is, what failed, and the way back. */
export function ImportOutcome({ form, run, job }: { form: ImportForm; run: Import; job: ImportJob | null }) {
  const [isAsking, setAsking] = useState(false);
  const [cancel, again, undo, outcomes] = [useCall(), useCall(), useCall(), useCall()];
  const refused = useRefusedRows(run.id);
  const leftOut = (run.counts?.refused ?? 0) + (run.counts?.duplicate ?? 0);
  useRefreshAsJobMoves(job ?? NO_JOB);
  // The events of a job reach only the administrator who started it.
  useListRefresh(job ? null : form.list);
  const { revalidate } = useRevalidator();
  // The job of a waiting import doesn't move while what it waits for does.
  const isWaiting = run.state === "running" && run.warning !== null;
  const poll = () => {
    if (document.visibilityState === "visible") revalidate();
  };
  usePoll({ isActive: isWaiting, everyMs: WAIT_POLL_MS, poll });
  useEffect(() => {
    if (!undo.isBusy && undo.answer) setAsking(false);
  }, [undo.isBusy, undo.answer]);
  const forgetJob = useForgetJob();
  const isRunning = run.state === "running" || run.state === "undoing";
  const isUndoStopped = hasStoppedUndo(run, job);
  const retry = (jobId: string) => {
    // Otherwise, the notice of the retry would show the outcome of the attempt before.
    forgetJob(jobId);
    again.run(importCall("jobs.retry", { id: jobId }));
  };

  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {headingOf(run, job)}
        </Text>
        {job ? (
          <JobProgress
            title={job.title}
            job={job}
            href={`/jobs/${job.id}`}
            cancelling={cancel.isBusy}
            onCancel={job.canStop ? () => cancel.run(importCall("jobs.cancel", { id: job.id })) : undefined}
          />
        ) : (
          <Text as="p">{`${run.startedBy.name} imported this file; the job is in their Jobs.`}</Text>
        )}
        {run.warning && <Banner tone="info">{run.warning}</Banner>}
        <Text as="p" tone="subdued">
          {isRunning
            ? "The outcome of each row is in Jobs."
            : "The outcome of each imported row is in Jobs. The file of all rows also has the other rows."}
        </Text>
        {leftOut > 0 && (
          <Text as="p">
            {`${pluralize(leftOut, "row was", "rows were")} refused or repeated, and left out. Download ${leftOut === 1 ? "it" : "them"} with the reasons, correct what is wrong, and import that file.`}
          </Text>
        )}
        <InlineStack gap="200">
          <Button url={listUrl(form, run.defaults)} variant={isRunning ? undefined : "primary"}>
            {`See the ${form.noun.many}`}
          </Button>
          {job && (job.failed > 0 || isUndoStopped) && !isRunning && (
            <Button loading={again.isBusy} onClick={() => retry(job.id)}>
              {isUndoStopped ? "Undo the remaining rows" : "Retry the failed rows"}
            </Button>
          )}
          {run.canUndo && (
            <Button tone="critical" onClick={() => setAsking(true)}>
              Undo this import
            </Button>
          )}
          {leftOut > 0 && (
            <Button loading={refused.isBusy} onClick={refused.save}>
              Download refused rows
            </Button>
          )}
          {!isRunning && (
            <Button
              loading={outcomes.isBusy}
              onClick={() => outcomes.run(importCall("imports.writeRowsFile", { id: run.id, which: "all" }))}
            >
              Write all rows into a file
            </Button>
          )}
          <Button url={beginUrl(form, givenOf(form, run))}>Import another file</Button>
        </InlineStack>
      </BlockStack>
      {isAsking && (
        <Suspense>
          <ConfirmModal
            title={`Undo the import of ${run.fileName}?`}
            confirmLabel="Undo the import"
            destructive
            busy={undo.isBusy}
            onConfirm={() => undo.run(importCall("imports.undo", { id: run.id }))}
            onClose={() => setAsking(false)}
          >
            {UNDO_EXPLAINED}
          </ConfirmModal>
        </Suspense>
      )}
    </Card>
  );
}

/** What another file is also for. What was ticked for all rows holds for this file only. */
function givenOf({ given }: ImportForm, { defaults }: Import): Record<string, string> {
  const value = given && defaults[given.name];
  return value ? { [given.name]: value } : {};
}

/** It was canceled, or its administrator lost access, before it reached all rows. */
const hasStoppedUndo = ({ state }: Import, job: ImportJob | null): boolean =>
  state === "undone" && job !== null && job.done + job.failed + job.skipped < job.total;

/** An import with failed rows isn't called done, and one with rows that weren't undone isn't called undone. */
function headingOf(run: Import, job: ImportJob | null): string {
  const { state, written, failed, undone, notUndone } = run;
  if (hasStoppedUndo(run, job)) return "The undo was stopped";
  if (state === "undone" && notUndone > 0)
    return undone > 0 ? `Undone except ${pluralize(notUndone, "row")}` : "Nothing was undone";
  if (state !== "done" || failed === 0) return HEADINGS[state];
  const rows = `${pluralize(failed, "row")} failed`;
  return written > 0 ? `The import ended, and ${rows}` : `Nothing was imported: ${rows}`;
}

const HEADINGS: Record<Import["state"], string> = {
  reading: "The file is being read",
  ready: "The import waits to be started",
  running: "The rows are being written",
  done: "The import is done",
  cancelled: "The import was stopped",
  failed: "The import ended early",
  undoing: "The import is being undone",
  undone: "The import was undone",
};
