import { Badge, BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { Suspense, useEffect, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { JobMail } from "~/core/mail/schemas";
import { emailedText, MailProblems, useMailRefresh } from "~/core/mail/ui/MailProblems";
import { hasEnded, ITEMS_DELETED } from "~/platform/jobs/states";
import type { ListResult, ListState } from "~/platform/list";
import { MAX_ROWS_PER_ANSWER } from "~/platform/list";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { FileDownload } from "~/ui/files/FileDownload";
import { JobProgress } from "~/ui/JobProgress";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import type { Cells } from "~/ui/list/types";
import { loadWorkbook } from "~/ui/load-script";
import { Moment } from "~/ui/Moment";
import { useLiveJob, useRefreshAsJobMoves } from "~/ui/realtime/useLiveJob";
import { useForgetJob } from "~/ui/realtime/useRealtime";
import { saveFile } from "~/ui/save-file";
import { useCall } from "~/ui/useCall";
import { useNotices } from "~/ui/useNotices";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";
import { jobCall } from "../function";
import type { JobItemRow, JobRow, jobItemsList } from "../list.server";
import { ITEM_STATES, OUTCOME_LABELS, OUTCOMES, type Outcome } from "../outcomes";
import type { ResultRows } from "../read.server";
import { sheetFileName, sheetOf } from "../sheet";
import { PausedBy, StateBadge } from "./job-cells";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

interface JobPageProps {
  list: (typeof jobItemsList)["declaration"];
  job: JobRow & { counts: Record<Outcome, number>; emails: JobMail[] };
  items: ListResult<JobItemRow>;
  outcome: Outcome;
  state: ListState;
}

/** A job's progress above its rows. The tabs filter the rows by outcome. */
export function JobPage({ list, job, items, outcome, state }: JobPageProps) {
  const [isAsking, setAsking] = useState(false);
  const [isAskingUndo, setAskingUndo] = useState(false);
  const actions = useJobActions(job);
  const { answer } = actions;
  useRefreshAsJobMoves(job);
  useMailRefresh(job.emails);
  useEffect(() => {
    if (answer) {
      setAsking(false);
      setAskingUndo(false);
    }
  }, [answer]);
  const { counts } = job;

  return (
    <ListPage
      title={job.title}
      backAction={{ content: "Jobs", url: "/jobs" }}
      list={list}
      state={state}
      result={{ ...items, total: { count: counts[outcome], exact: true } }}
      plural="rows"
      appliesAtOnce
      tabs={OUTCOMES.map((id) => ({ id, label: OUTCOME_LABELS[id], count: counts[id] }))}
      selectedTab={outcome}
      rowLabel={(item) => item.label}
      cells={itemCells}
      emptyHint={job.hasRows ? "No rows of this job have this outcome." : ITEMS_DELETED}
      emptyAction={
        job.hasRows && outcome !== "all"
          ? { content: "Show all rows", url: `/jobs/${job.id}` }
          : { content: "All jobs", url: "/jobs?tab=all" }
      }
      // On a phone, the other actions are in a menu.
      primaryAction={
        counts.failed > 0
          ? {
              content: "Retry failed rows",
              disabled: !hasEnded(job.state),
              loading: actions.isRetrying || (actions.isChanging && !isAsking),
              onAction: actions.retry,
            }
          : undefined
      }
      pageActions={[
        ...(job.canUndo
          ? [
              {
                content: "Undo this job",
                loading: actions.isRetrying || (actions.isChanging && !isAsking),
                onAction: () => setAskingUndo(true),
              },
            ]
          : []),
        {
          content: "Download failed rows",
          disabled: counts.failed === 0 || actions.isDownloading,
          onAction: () => actions.download("failed"),
        },
        {
          content: "Download all rows",
          disabled: !job.hasRows || actions.isDownloading,
          onAction: () => actions.download("all"),
        },
      ]}
    >
      <JobSummary job={job} onCancel={() => setAsking(true)} />
      {isAskingUndo && (
        <Suspense>
          <ConfirmModal
            title={`Undo “${job.title}”?`}
            confirmLabel="Undo the job"
            destructive
            busy={actions.isChanging}
            onConfirm={actions.undo}
            onClose={() => setAskingUndo(false)}
          >
            Everything that this job has done is undone. What was changed since stays as it is.
          </ConfirmModal>
        </Suspense>
      )}
      {isAsking && (
        <Suspense>
          <ConfirmModal
            title={`Stop “${job.title}”?`}
            confirmLabel="Stop the job"
            destructive
            busy={actions.isChanging}
            onConfirm={actions.cancel}
            onClose={() => setAsking(false)}
          >
            Finished rows stay done. The others don't change, and you can retry them later.
          </ConfirmModal>
        </Suspense>
      )}
    </ListPage>
  );
}

const itemCells = {
  outcome: (item) => <Badge tone={ITEM_STATES[item.state].tone}>{ITEM_STATES[item.state].label}</Badge>,
} satisfies Cells<JobItemRow>;

/** A job's progress, who started it and when, and its message. */
function JobSummary({ job, onCancel }: { job: JobPageProps["job"]; onCancel(): void }) {
  const live = useLiveJob(job);
  // The outcome of an ended job may already contain its message.
  const message = live.outcome?.text.includes(job.message ?? "") ? null : job.message;
  const emailed = emailedText(job.emails);
  const canCancel = job.canStop && !hasEnded(live.state) && !job.cancelRequested;
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" blockAlign="center">
        <StateBadge job={job} />
        <PausedBy job={job} />
        <Text as="span" tone="subdued">
          Started by {job.startedBy.name}, <Moment at={job.createdAt} time />
          {job.finishedAt && (
            <>
              {" · ended "}
              <Moment at={job.finishedAt} time />
            </>
          )}
        </Text>
      </InlineStack>
      <JobProgress title="Progress" job={live} onCancel={canCancel ? onCancel : undefined}>
        <HaltButton job={job} />
      </JobProgress>
      {job.file && (
        <InlineStack gap="200" blockAlign="center">
          <FileDownload file={job.file} />
          <Text as="span" tone="subdued">
            Kept until <Moment at={job.file.expiresAt} />
          </Text>
        </InlineStack>
      )}
      {message && <Text as="p">{message}</Text>}
      {emailed && <Text as="p">{emailed}</Text>}
      <MailProblems emails={job.emails} />
    </BlockStack>
  );
}

/** Pauses or resumes a job. Renders nothing for a job that has ended, is being canceled, or can't be stopped. */
export function HaltButton({ job }: { job: JobRow }) {
  const live = useLiveJob(job);
  const change = useCall();
  if (hasEnded(live.state) || job.cancelRequested || !job.canStop) return null;
  const label = job.paused ? "Resume" : "Pause";
  return (
    <Button
      size="micro"
      loading={change.isBusy}
      accessibilityLabel={`${label} “${job.title}”`}
      onClick={() => change.run(jobCall(job.paused ? "jobs.resume" : "jobs.pause", { id: job.id }))}
    >
      {label}
    </Button>
  );
}

/** The actions of a job. The browser writes the spreadsheet from the rows that the server returns, unless there are too many. */
function useJobActions({ id, counts }: JobPageProps["job"]) {
  const change = useCall();
  // Its answer isn't the one to a question.
  const retrying = useCall();
  const download = useCall<CallAnswer>();
  const noticeFailure = useSpreadsheetFailure();
  const forgetJob = useForgetJob();
  const { whenAnswered } = useNotices();

  return {
    isChanging: change.isBusy,
    isRetrying: retrying.isBusy,
    isDownloading: download.isBusy,
    answer: change.isBusy ? undefined : change.answer,
    cancel: () => change.run(jobCall("jobs.cancel", { id })),
    undo: () => change.run(jobCall("jobs.undo", { id })),
    retry: () => {
      // Otherwise, the notice of the retry would show the outcome of the attempt before.
      forgetJob(id);
      retrying.run(jobCall("jobs.retry", { id }));
    },
    download(outcome: Outcome) {
      const call = counts[outcome] > MAX_ROWS_PER_ANSWER ? "jobs.startResultFile" : "jobs.resultRows";
      const key = download.run(jobCall(call, { id, outcome }));
      if (key === undefined) return;
      whenAnswered(key, ({ value }: CallAnswer) => {
        const { title, rows } = (value ?? {}) as Partial<ResultRows>;
        if (title && rows) noticeFailure(saveRows(title, rows));
      });
    },
  };
}

async function saveRows(title: string, rows: ResultRows["rows"]): Promise<void> {
  const { toXlsx } = await loadWorkbook();
  saveFile(sheetFileName(title, new Date()), toXlsx(sheetOf(title, rows)), XLSX);
}
