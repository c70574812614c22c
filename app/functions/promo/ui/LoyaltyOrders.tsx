import { useNavigate, useRevalidator } from "@remix-run/react";
import { Button } from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import type { PromoTab } from "~/domain/submissions/access";
import type { ReplyTemplate } from "~/domain/submissions/reply-text";
import type { ListResult, ListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { type Cells, chosenFilter } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { usePersistentSelection } from "~/ui/list/useSelection";
import { useOpensNext } from "~/ui/OpenNextSwitch";
import { useHydrated } from "~/ui/useHydrated";
import { usePreload } from "~/ui/useLoad";
import { LOYALTY_SORTS } from "../list";
import type { loyaltyList } from "../list.server";
import { ENTERED_CELLS, OpenLink, StatusBadge, SubmissionMoment, UsedBadge } from "./cells";
import { ListSelect, ListTools } from "./ListTools";
import * as lists from "./lists";
import { useOpenPlace } from "./useOpenRow";

const loadDialog = () => import("./review/ReviewDialog");
const ReviewDialog = lazyPart(loadDialog);
const BulkReview = lazyPart(() => import("./review/BulkReview"));

const ALL = { value: "", label: "All" };

interface LoyaltyOrdersProps {
  list: (typeof loyaltyList)["declaration"];
  tabs: readonly PromoTab[];
  hits?: lists.SubmissionHits;
  hasPromotions?: boolean;
  state: ListState;
  pageSize: number;
  result: ListResult<lists.SubmissionListRow>;
  filter: { status: string; denyReason: string };
  statuses: readonly lists.Option[];
  denyReasons: readonly lists.Option[];
  holdReasons: readonly lists.Option[];
  replies: readonly ReplyTemplate[];
}

/** The tab Loyalty Order: submissions of loyalty promotions, with their own deny reasons and approval. */
export function LoyaltyOrders(props: LoyaltyOrdersProps) {
  const { list, state, result, pageSize, filter } = props;
  const navigate = useNavigate();
  const search = usePendingSearch();
  const { revalidate } = useRevalidator();
  const { openId, place, open, close, move } = useOpenPlace(result, pageSize);
  const [opensNext] = useOpensNext();
  const selection = usePersistentSelection(result.rows);
  const isHydrated = useHydrated();
  const [clearings, setClearings] = useState(0);
  const clearAll = () => {
    setClearings(clearings + 1);
    navigate(firstPage(search, CLEARED));
  };
  usePreload(loadDialog);
  const closeAndRefresh = useCallback(() => {
    close();
    revalidate();
  }, [close, revalidate]);
  return (
    <>
      <ListPage
        title={lists.TITLE}
        plural="submissions"
        list={list}
        state={state}
        result={result}
        appliesAtOnce
        pageWord="page"
        tabs={lists.tabLinksOf(props.tabs, props.hits)}
        selectedTab="LoyaltyOrder"
        rowLabel={({ email, id }) => email || id}
        cells={cellsOf(open)}
        selection={selection}
        onOpen={({ id }) => open(id)}
        searchKey={clearings}
        toolbar={
          <>
            <ListSelect
              label="Status"
              parameter={lists.LOYALTY_STATUS_PARAMETER}
              value={filter.status}
              byDefault=""
              options={[ALL, ...props.statuses]}
            />
            <ListSelect
              label="Reason"
              parameter={lists.LOYALTY_REASON_PARAMETER}
              value={filter.denyReason}
              byDefault=""
              options={[ALL, ...props.denyReasons]}
            />
            <Button onClick={clearAll}>Clear All</Button>
            <ListTools list={list} state={state} sorts={LOYALTY_SORTS} pageSize={pageSize} />
          </>
        }
        filters={[
          ...chosenFilter("Status", lists.LOYALTY_STATUS_PARAMETER, filter.status, props.statuses),
          ...chosenFilter("Reason", lists.LOYALTY_REASON_PARAMETER, filter.denyReason, props.denyReasons),
        ]}
        emptyHint={
          state.search || filter.status || filter.denyReason
            ? "No loyalty submission matches. Select Clear All to see all of them."
            : "Submissions of promotions with the switch for loyalty orders appear here."
        }
        emptyAction={lists.promotionsAction(props.hasPromotions)}
        selectionBar={
          isHydrated && (
            <Suspense>
              <BulkReview
                selection={selection}
                isLoyalty
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
            isLoyalty
            denyReasons={props.denyReasons}
            holdReasons={props.holdReasons}
            replies={props.replies}
            place={place}
            onMove={move}
            onDecided={() => {
              if (!opensNext || !move(1)) closeAndRefresh();
            }}
            onClose={closeAndRefresh}
            onLoadError={close}
          />
        </Suspense>
      )}
    </>
  );
}

const CLEARED = {
  q: null,
  sort: null,
  [lists.SIZE_PARAMETER]: null,
  [lists.LOYALTY_STATUS_PARAMETER]: null,
  [lists.LOYALTY_REASON_PARAMETER]: null,
};

const cellsOf = (open: (id: string) => void) =>
  ({
    email: ({ id, email }) => <OpenLink label={email || id} onOpen={() => open(id)} />,
    createdDate: ({ createdDate }) => <SubmissionMoment at={createdDate} />,
    status: ({ status }) => <StatusBadge status={status} />,
    denyReason: ({ denyReason }) => denyReason,
    shippingAddress1: ({ shippingAddress1 }) => shippingAddress1,
    shippingAddress2: ({ shippingAddress2 }) => shippingAddress2,
    addressUsed: ({ addressUsed }) => <UsedBadge isUsed={addressUsed} />,
    receiptIdUsed: ({ receiptIdUsed }) => <UsedBadge isUsed={receiptIdUsed} />,
    promotion: ENTERED_CELLS.promotion,
    amount: ENTERED_CELLS.amount,
    riskScore: ENTERED_CELLS.riskScore,
  }) satisfies Cells<lists.SubmissionListRow>;
