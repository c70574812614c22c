import { useNavigate } from "@remix-run/react";
import { Button } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { SharedFile } from "~/core/exports/ui/SharedFile";
import type { PromoTab } from "~/domain/submissions/access";
import type { ListResult, ListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import type { Cells } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { useHydrated } from "~/ui/useHydrated";
import { usePreload } from "~/ui/useLoad";
import { type FilterField, type FilterValues, filterInput, filtersOf } from "../filter-address";
import { promoCall } from "../function";
import { LIST_SORTS } from "../list";
import type { submissionsList } from "../list.server";
import { ENTERED_CELLS, OpenLink, StatusBadge, SubmissionMoment, UsedBadge } from "./cells";
import { ListTools } from "./ListTools";
import { promotionsAction, type SubmissionHits, type SubmissionListRow, TITLE, tabLinksOf } from "./lists";
import { useOpenRow } from "./useOpenRow";

const DeliveryDialog = lazyPart(() => import("~/core/exports/ui/DeliveryDialog"));
const AdvancedFilters = lazyPart(() => import("./AdvancedFilters"));
const loadDialog = () => import("./review/ViewDialog");
const ViewDialog = lazyPart(loadDialog);

/** The address has texts, which the call checks. */
type ExportInput = Parameters<typeof promoCall<"promo.exportList">>[1];

interface AllSubmissionsProps {
  list: (typeof submissionsList)["declaration"];
  tabs: readonly PromoTab[];
  hits?: SubmissionHits;
  hasPromotions?: boolean;
  state: ListState;
  pageSize: number;
  result: ListResult<SubmissionListRow>;
  filter: FilterValues;
  /** The names of its values that are ids, by field. */
  filterNames: Partial<Record<FilterField, string>>;
}

/** The tab All Submissions: submissions in any status, with advanced filters and an export. */
export function AllSubmissions(props: AllSubmissionsProps) {
  const { tabs, list, state, pageSize, result, filter } = props;
  const isFiltered = Object.keys(filter).length > 0;
  const [isPanelOpen, setPanelOpen] = useState(false);
  const closePanel = () => setPanelOpen(false);
  const isHydrated = useHydrated();
  const [isExporting, setExporting] = useState(false);
  const navigate = useNavigate();
  const search = usePendingSearch();
  // The main search and the email exclude each other, also while one isn't in the address yet.
  const [searchClearings, setSearchClearings] = useState(0);
  const [emailClearings, setEmailClearings] = useState(0);
  const clear = (parameter: "q" | "submissionEmail") => {
    if (new URLSearchParams(search).has(parameter))
      navigate(firstPage(search, { [parameter]: null }), { replace: true });
  };
  const { openId, open, close } = useOpenRow(result.rows);
  /** Of an address that opens one submission, such as the palette's. */
  const linkedId = new URLSearchParams(search).get("open");
  const shownId = openId ?? linkedId;
  usePreload(loadDialog);
  return (
    <>
      <SharedFile />
      <ListPage
        title={TITLE}
        plural="submissions"
        list={list}
        state={state}
        result={result}
        appliesAtOnce
        pageWord="page"
        tabs={tabLinksOf(tabs, props.hits)}
        selectedTab="AllSubmissions"
        rowLabel={({ email, id }) => email || id}
        cells={cellsOf(open)}
        onOpen={({ id }) => open(id)}
        searchKey={searchClearings}
        onSearchFocus={() => {
          setEmailClearings(emailClearings + 1);
          clear("submissionEmail");
        }}
        pageActions={<Button onClick={() => setExporting(true)}>Export</Button>}
        toolbar={
          <>
            <Button
              pressed={isPanelOpen}
              ariaExpanded={isPanelOpen}
              onClick={() => setPanelOpen(!isPanelOpen)}
            >
              Advanced Filters
            </Button>
            <ListTools list={list} state={state} sorts={LIST_SORTS} pageSize={pageSize} />
          </>
        }
        filters={filtersOf(filter, props.filterNames)}
        emptyHint={
          state.search || isFiltered
            ? "No submission matches the search and the advanced filters."
            : "Submissions appear here when customers submit a receipt for a promotion."
        }
        emptyAction={promotionsAction(props.hasPromotions)}
      />
      {isExporting && (
        <Suspense>
          <DeliveryDialog
            title="Export submissions"
            what={
              state.search || isFiltered
                ? "The submissions that the search and the filters find."
                : "All submissions."
            }
            callOf={(delivery) =>
              promoCall("promo.exportList", {
                ...filterInput(filter, state.search),
                ...delivery,
              } as ExportInput)
            }
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
      {isPanelOpen && (
        <Suspense>
          <AdvancedFilters
            filter={filter}
            emailClearings={emailClearings}
            onEmailFocus={() => {
              setSearchClearings(searchClearings + 1);
              clear("q");
            }}
            onClose={closePanel}
            onLoadError={closePanel}
          />
        </Suspense>
      )}
      {shownId && isHydrated && (
        <Suspense>
          <ViewDialog
            id={shownId}
            onClose={() => {
              close();
              if (linkedId) navigate(firstPage(search, { open: null }), { replace: true });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

const cellsOf = (open: (id: string) => void) =>
  ({
    email: ({ id, email }) => <OpenLink label={email || id} onOpen={() => open(id)} />,
    createdDate: ({ createdDate }) => <SubmissionMoment at={createdDate} />,
    shippingAddress1: ({ shippingAddress1 }) => shippingAddress1,
    shippingAddress2: ({ shippingAddress2 }) => shippingAddress2,
    addressUsed: ({ addressUsed }) => <UsedBadge isUsed={addressUsed} />,
    status: ({ status, denyReason }) => (
      <span title={denyReason ?? undefined}>
        <StatusBadge status={status} />
      </span>
    ),
    reviewer: ({ reviewer, approver, denier }) => approver ?? denier ?? reviewer,
    decidedDate: ({ aprovedDate, deniedDate }) => <SubmissionMoment at={aprovedDate ?? deniedDate} />,
    orderName: ({ orderName }) => orderName,
    fulfillmentStatus: ({ fulfillmentStatus }) => (
      <span style={{ whiteSpace: "nowrap" }}>{fulfillmentStatus}</span>
    ),
    ...ENTERED_CELLS,
  }) satisfies Cells<SubmissionListRow>;
