import { Badge, Button, ButtonGroup, InlineStack, Text } from "@shopify/polaris";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { PromoTab } from "~/domain/submissions/access";
import type { ReplyTemplate } from "~/domain/submissions/reply-text";
import type { ListResult, ListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import type { Cells } from "~/ui/list/types";
import { usePersistentSelection } from "~/ui/list/useSelection";
import { useOpensNext } from "~/ui/OpenNextSwitch";
import { useAddressRequest } from "~/ui/useAddressRequest";
import { useCall } from "~/ui/useCall";
import { useHydrated } from "~/ui/useHydrated";
import { usePreload } from "~/ui/useLoad";
import { promoCall } from "../function";
import type { approvalsList } from "../list.server";
import { ENTERED_CELLS, OpenLink, StatusBadge, SubmissionMoment, UsedBadge } from "./cells";
import styles from "./cells.module.css";
import { ListTools } from "./ListTools";
import {
  formatWaitingTime,
  type Option,
  type QueueListRow,
  type SubmissionHits,
  TITLE,
  tabLinksOf,
} from "./lists";
import { useOpenPlace } from "./useOpenRow";

const loadDialog = () => import("./review/ReviewDialog");
const ReviewDialog = lazyPart(loadDialog);
const BulkReview = lazyPart(() => import("./review/BulkReview"));

const SORTS = {
  createdDate: "Created Date",
  assignedDate: "Assigned Date",
  email: "Email",
  amount: "Amount",
  riskScore: "Risk",
} as const;

interface CsrApprovalsProps {
  list: (typeof approvalsList)["declaration"];
  tabs: readonly PromoTab[];
  hits?: SubmissionHits;
  state: ListState;
  pageSize: number;
  result: ListResult<QueueListRow>;
  denyReasons: readonly Option[];
  holdReasons: readonly Option[];
  replies: readonly ReplyTemplate[];
}

/** The tab CSR Approvals: the submissions that are assigned to the signed-in reviewer. */
export function CsrApprovals(props: CsrApprovalsProps) {
  const { list, state, result, pageSize } = props;
  const { openId, place, open, close, move } = useOpenPlace(result, pageSize);
  const selection = usePersistentSelection(result.rows);
  const isHydrated = useHydrated();
  const taking = useCall<CallAnswer>();
  usePreload(loadDialog);
  const [takesNext, setTakesNext] = useState(false);
  const [opensNext] = useOpensNext();
  const stop = useCallback(() => {
    setTakesNext(false);
    close();
  }, [close]);
  const { answer: taken, isBusy: isTaking } = taking;
  const openNow = useRef(openId);
  openNow.current = openId;
  /** What was open when the next one was requested. */
  const openBefore = useRef<string | null>(null);
  // Closing the dialog and taking the same submission again opens it again.
  useEffect(() => {
    // One that was opened since stays, with what was entered. The one that was taken is in the list, and is the next one again.
    if (isTaking || !taken || openNow.current !== openBefore.current) return;
    // A refusal says nothing about the one that is open.
    if (taken.value === undefined) return;
    const { id } = taken.value as { id: number | null };
    if (id === null) return stop();
    setTakesNext(true);
    open(String(id));
  }, [taken, isTaking, open, stop]);
  // The open one may have come back by then, because Shopify refused its order.
  const takeNext = () => {
    openBefore.current = openId;
    taking.run(promoCall("promo.takeNext", openId === null ? {} : { skip: Number(openId) }));
  };
  useAddressRequest("take", takeNext);
  const goOn = () => {
    if (takesNext) takeNext();
    else if (!opensNext || !move(1)) close();
  };
  return (
    <>
      <ListPage
        title={TITLE}
        plural="submissions"
        list={list}
        state={state}
        result={result}
        appliesAtOnce
        pageWord="page"
        tabs={tabLinksOf(props.tabs, props.hits)}
        selectedTab="CsrApprovals"
        rowLabel={({ name, email, id }) => name || email || id}
        cells={cellsOf(open)}
        selection={selection}
        onOpen={({ id }) => open(id)}
        pageActions={
          <ButtonGroup>
            <Button url="/promo/second-looks">Second looks</Button>
            <Button variant="primary" loading={taking.isBusy} onClick={takeNext}>
              Take next
            </Button>
          </ButtonGroup>
        }
        toolbar={<ListTools list={list} state={state} sorts={SORTS} pageSize={pageSize} />}
        emptyHint={
          state.search
            ? "None of your submissions matches. Clear the search to see all of them."
            : "Submissions appear here when they are assigned to you on the Assignment Queue tab."
        }
        emptyAction={
          props.tabs.includes("AssignmentQueue")
            ? { content: "Assignment Queue", url: "/promo?tab=AssignmentQueue" }
            : undefined
        }
        selectionBar={
          isHydrated && (
            <Suspense>
              <BulkReview
                selection={selection}
                denyReasons={props.denyReasons}
                holdReasons={props.holdReasons}
                replies={props.replies}
              />
            </Suspense>
          )
        }
      />
      {openId && (
        <Suspense>
          <ReviewDialog
            id={openId}
            denyReasons={props.denyReasons}
            holdReasons={props.holdReasons}
            replies={props.replies}
            place={place}
            takesNext={takesNext}
            onMove={move}
            onDecided={goOn}
            onClose={stop}
          />
        </Suspense>
      )}
    </>
  );
}

const cellsOf = (open: (id: string) => void) =>
  ({
    email: ({ id, email, name }) => <OpenLink label={email || name || id} onOpen={() => open(id)} />,
    createdDate: ({ createdDate }) => <SubmissionMoment at={createdDate} />,
    ageOfSubmission: ({ ageOfSubmission, dueDate, isLate }) => (
      <div className={styles.age}>
        <InlineStack gap="100" blockAlign="center" wrap={false}>
          {formatWaitingTime(ageOfSubmission)}
          {isLate && <Badge tone="warning">Late</Badge>}
        </InlineStack>
        <Text as="span" tone="subdued" variant="bodySm">
          Due <SubmissionMoment at={dueDate} />
        </Text>
      </div>
    ),
    status: (row) => <StatusBadge {...row} />,
    assignedDate: ({ assignedDate }) => <SubmissionMoment at={assignedDate} />,
    shippingAddress1: ({ shippingAddress1 }) => shippingAddress1,
    shippingAddress2: ({ shippingAddress2 }) => shippingAddress2,
    addressUsed: ({ addressUsed }) => <UsedBadge isUsed={addressUsed} />,
    receiptIdUsed: ({ receiptIdUsed }) => <UsedBadge isUsed={receiptIdUsed} />,
    promotion: ENTERED_CELLS.promotion,
    amount: ENTERED_CELLS.amount,
    riskScore: ENTERED_CELLS.riskScore,
  }) satisfies Cells<QueueListRow>;
