import { Badge } from "@shopify/polaris";
import { Suspense, useEffect, useState } from "react";
import { hasEnded } from "~/platform/jobs/states";
import type { ListResult, ListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { useRefreshAsJobMoves } from "~/ui/realtime/useRefreshAsJobMoves";
import type { JobItemRow, JobRow } from "../contract";
import { jobItemsList } from "../list";
import { ITEM_STATES, OUTCOME_LABELS, OUTCOMES, type Outcome } from "../outcomes";
import { JobSummary } from "./JobSummary";
import { useJobActions } from "./useJobActions";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

interface JobPageProps {
  job: JobRow & { counts: Record<Outcome, number> };
  items: ListResult<JobItemRow>;
  outcome: Outcome;
  state: ListState;
}

/** A job's progress above its rows. The tabs filter the rows by outcome. */
export function JobPage({ job, items, outcome, state }: JobPageProps) {
  const [isAsking, setAsking] = useState(false);
  const [isAskingUndo, setAskingUndo] = useState(false);
  const actions = useJobActions(job.id);
  const { answer } = actions;
  useRefreshAsJobMoves(job);
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
      list={jobItemsList}
      state={state}
      result={{ ...items, total: { count: counts[outcome], exact: true } }}
      plural="rows"
      appliesAtOnce
      tabs={OUTCOMES.map((id) => ({ id, label: OUTCOME_LABELS[id], count: counts[id] }))}
      selectedTab={outcome}
      rowLabel={(item) => item.label}
      cells={itemCells}
      emptyHint="No rows of this job have this outcome."
      pageActions={[
        ...(job.canUndo
          ? [
              {
                content: "Undo this job",
                loading: actions.isChanging && !isAsking,
                onAction: () => setAskingUndo(true),
              },
            ]
          : []),
        {
          content: "Retry failed rows",
          disabled: counts.failed === 0 || !hasEnded(job.state),
          loading: actions.isChanging && !isAsking,
          onAction: actions.retry,
        },
        {
          content: "Download failed rows",
          disabled: counts.failed === 0 || actions.isDownloading,
          onAction: () => actions.download("failed"),
        },
        {
          content: "Download all rows",
          disabled: actions.isDownloading,
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
  position: (item) => item.position,
  label: (item) => item.label,
  outcome: (item) => <Badge tone={ITEM_STATES[item.state].tone}>{ITEM_STATES[item.state].label}</Badge>,
  message: (item) => item.message,
  finishedAt: (item) => <Moment at={item.finishedAt} time />,
} satisfies Cells<JobItemRow>;
