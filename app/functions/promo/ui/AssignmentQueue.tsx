import { Button, InlineStack, Select } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { PromoTab } from "~/domain/submissions/access";
import type { ListResult, ListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { BulkWarning } from "~/ui/list/BulkBar";
import type { Cells } from "~/ui/list/types";
import { type PersistentSelection, usePersistentSelection } from "~/ui/list/useSelection";
import { useCall } from "~/ui/useCall";
import { promoCall } from "../function";
import { ASSIGNMENT_TYPES, type AssignmentType, QUEUE_SORTS } from "../list";
import type { assignmentList } from "../list.server";
import { MAX_RECORDS, MAX_SELECTED } from "../messages";
import { ENTERED_CELLS, StatusBadge, SubmissionMoment } from "./cells";
import { ListSelect, ListTools } from "./ListTools";
import {
  type Option,
  promotionsAction,
  type QueueListRow,
  type SubmissionHits,
  TITLE,
  TYPE_PARAMETER,
  tabLinksOf,
} from "./lists";
import { Outcomes, outcomesOf, type ShownOutcome } from "./review/Outcomes";

interface AssignmentQueueProps {
  list: (typeof assignmentList)["declaration"];
  tabs: readonly PromoTab[];
  hits?: SubmissionHits;
  hasPromotions?: boolean;
  state: ListState;
  pageSize: number;
  result: ListResult<QueueListRow>;
  assignmentType: AssignmentType;
  reviewers: readonly Option[];
}

const CELLS = {
  name: ({ name }) => name,
  reviewer: ({ reviewer }) => reviewer,
  status: (row) => <StatusBadge {...row} />,
  assignedDate: ({ assignedDate }) => <SubmissionMoment at={assignedDate} />,
  createdDate: ({ createdDate }) => <SubmissionMoment at={createdDate} />,
  promotion: ENTERED_CELLS.promotion,
  amount: ENTERED_CELLS.amount,
  riskScore: ENTERED_CELLS.riskScore,
  risks: ({ risks }) => risks.join(", "),
} satisfies Cells<QueueListRow>;

/** The tab Assignment Queue: open submissions are selected and assigned to reviewers. */
export function AssignmentQueue(props: AssignmentQueueProps) {
  const { list, state, result, pageSize, assignmentType } = props;
  const selection = usePersistentSelection(result.rows);
  return (
    <ListPage
      title={TITLE}
      plural="submissions"
      list={list}
      state={state}
      result={result}
      appliesAtOnce
      pageWord="page"
      tabs={tabLinksOf(props.tabs, props.hits)}
      selectedTab="AssignmentQueue"
      rowLabel={({ name, email, id }) => name || email || id}
      cells={CELLS}
      selection={selection}
      toolbar={
        <>
          <ListSelect
            label="Assignment Type"
            parameter={TYPE_PARAMETER}
            value={assignmentType}
            byDefault="unAssigned"
            options={Object.entries(ASSIGNMENT_TYPES).map(([value, label]) => ({ value, label }))}
          />
          <ListTools list={list} state={state} sorts={QUEUE_SORTS} pageSize={pageSize} />
        </>
      }
      emptyHint={emptyHint(assignmentType, Boolean(state.search))}
      emptyAction={
        assignmentType === "unAssigned"
          ? promotionsAction(props.hasPromotions)
          : { content: "Unassigned submissions", url: "/promo?tab=AssignmentQueue&type=unAssigned" }
      }
      selectionBar={
        <AssignBar selection={selection} reviewers={props.reviewers} assignmentType={assignmentType} />
      }
    />
  );
}

/** Assigns the selected submissions to a reviewer, and lists those that weren't. Renders nothing without either. */
function AssignBar({
  selection,
  reviewers,
  assignmentType,
}: {
  selection: PersistentSelection<QueueListRow>;
  reviewers: readonly Option[];
  assignmentType: AssignmentType;
}) {
  const [reviewer, setReviewer] = useState("");
  const sentReviewer = useRef("");
  const { run, answer, isBusy } = useCall<CallAnswer>();
  const [unassigned, setUnassigned] = useState<readonly ShownOutcome[]>([]);
  const { remove, rows } = selection;
  // Also with a warning, when some of them weren't changed.
  const changed = isBusy ? undefined : outcomesOf(answer);
  useEffect(() => {
    if (!changed) return;
    setUnassigned(changed.filter(({ isDone }) => !isDone));
    // Another one is for the next submissions.
    setReviewer((now) => (now === sentReviewer.current ? "" : now));
    remove(changed.map(({ id }) => String(id)));
  }, [changed, remove]);
  if (rows.length === 0) return <Outcomes outcomes={unassigned} onClose={() => setUnassigned([])} />;
  const isTooMany = rows.length > MAX_SELECTED;
  return (
    <>
      {isTooMany && <BulkWarning>{MAX_RECORDS}</BulkWarning>}
      <InlineStack gap="200" blockAlign="center" wrap={false}>
        <Select
          label="Assignee"
          labelHidden
          options={[{ value: "", label: "Select Assignee" }, ...reviewers]}
          value={reviewer}
          onChange={setReviewer}
        />
        <Button
          variant="primary"
          disabled={!reviewer || isTooMany}
          loading={isBusy}
          onClick={() => {
            setUnassigned([]);
            sentReviewer.current = reviewer;
            run(
              promoCall("promo.assign", {
                list: rows.map(({ id }) => Number(id)),
                reviewer,
                // Someone else may have taken one since it was selected.
                onlyUnassigned: assignmentType === "unAssigned",
              }),
            );
          }}
        >
          {assignmentType === "assigned" ? "Reassign" : "Assign"}
        </Button>
      </InlineStack>
    </>
  );
}

function emptyHint(type: AssignmentType, searched: boolean): string {
  if (searched)
    return "No submission of this type matches. Clear the search, or select another assignment type.";
  if (type === "unAssigned")
    return "Every submission is assigned. New ones appear here when customers submit them.";
  return "Select another assignment type to see other submissions.";
}
