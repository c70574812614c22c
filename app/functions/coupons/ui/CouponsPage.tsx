import { Badge, Button, Text, Tooltip } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { useExport } from "~/core/exports/ui/useExport";
import { formatDashedDateTime } from "~/platform/dates/dashed-date-time";
import { type FilterDays, filterRangeOf } from "~/platform/dates/filter-days";
import type { ListResult, ListState } from "~/platform/list";
import { FileButton } from "~/ui/import/FileButton";
import { SPREADSHEET_FILES } from "~/ui/import/spreadsheet-files";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { DaysFilter } from "~/ui/list/DaysFilter";
import { DatesHint, MoreMatch } from "~/ui/list/ListHints";
import type { Cells, SavedView } from "~/ui/list/types";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useOperation } from "~/ui/useOperation";
import { ASSIGNED_IN } from "../assigned-in";
import type { ShownCouponRow } from "../contract";
import type { CouponFilter } from "../coupon-filter";
import { couponsList } from "../list";
import { emptyHint } from "../messages";
import { CouponFilters } from "./CouponFilters";
import styles from "./CouponsPage.module.css";
import type { PoolName } from "./UploadDialog";
import { useUpload } from "./useUpload";

const ExportDialog = lazyPart(() => import("~/core/exports/ui/ExportDialog"));
const UploadDialog = lazyPart(() => import("./UploadDialog"));

interface CouponsPageProps {
  state: ListState;
  filter: CouponFilter;
  /** When the coupons were assigned. */
  days: FilterDays;
  /** Why these days can't be searched. */
  problem: string | null;
  /** The server's clock, ISO 8601. */
  now: string;
  result: ListResult<ShownCouponRow>;
  /** False when more match than were counted: the pages end where the count does. */
  isExact: boolean;
  pools: readonly PoolName[];
  views: readonly SavedView[];
}

/** The screen Coupons List: coupons with the orders that have them, the upload of a file, and the export. */
export function CouponsPage(props: CouponsPageProps) {
  const { state, filter, days, problem, now, result, isExact, pools, views } = props;
  const [isExporting, setExporting] = useState(false);
  const exporting = useExport();
  const resend = useOperation();
  const upload = useUpload(pools, filter.pool);
  // An email is sent after its coupon was assigned.
  useListRefresh("mail");
  const runExport = (isFiltered: boolean) =>
    exporting.run({
      report: "coupons",
      part: "",
      sort: state.sort,
      search: isFiltered ? state.search : "",
      filter: isFiltered
        ? {
            pool: filter.pool === undefined ? undefined : String(filter.pool),
            used: filter.used,
            ...filterRangeOf(days),
          }
        : { used: "all" },
    });
  return (
    <>
      <ListPage
        title="Coupons List"
        list={couponsList}
        state={state}
        result={result}
        plural="coupons"
        appliesAtOnce
        rowLabel={({ CouponCode }) => CouponCode}
        cells={CELLS}
        pageActions={
          <>
            <FileButton
              label="Upload file"
              inputLabel="Spreadsheet with coupon codes"
              accept={SPREADSHEET_FILES}
              onFile={upload.choose}
            />
            <Button url="/coupons/pools">Pools</Button>
            <Button loading={exporting.isBusy} onClick={() => setExporting(true)}>
              Export Data
            </Button>
          </>
        }
        toolbar={
          <>
            <CouponFilters filter={filter} pools={pools} />
            <DaysFilter days={days} now={now} />
          </>
        }
        rowActions={({ CouponCode, OrderId }) => (
          <Button
            size="slim"
            disabled={OrderId === null || resend.isBusy}
            accessibilityLabel={`Resend ${CouponCode}`}
            onClick={() => OrderId !== null && resend.run({ id: OrderId })}
          >
            Resend
          </Button>
        )}
        views={views}
        pageWord="Page"
        emptyHint={
          <DatesHint problem={problem}>
            {emptyHint(
              state.search !== "" ||
                filter.pool !== undefined ||
                filter.used !== "all" ||
                days.start !== "" ||
                days.end !== "",
            )}
          </DatesHint>
        }
      >
        {!isExact && <MoreMatch />}
      </ListPage>
      {isExporting && (
        <Suspense>
          <ExportDialog onExport={runExport} onClose={() => setExporting(false)} />
        </Suspense>
      )}
      {upload.isAsking && (
        <Suspense>
          <UploadDialog pools={pools} onPool={upload.open} onClose={upload.cancel} />
        </Suspense>
      )}
    </>
  );
}

const CELLS = {
  code: ({ CouponCode }) => <span data-whole>{CouponCode}</span>,
  used: ({ Used }) => (Used ? "Used" : "Not Used"),
  orderId: ({ OrderId, orderName }) => OrderId !== null && <span title={orderName ?? ""}>{OrderId}</span>,
  assignedDate: ({ AssignDate }) =>
    AssignDate !== null && (
      <time dateTime={AssignDate}>{formatDashedDateTime(new Date(AssignDate), ASSIGNED_IN)}</time>
    ),
  email: (row) => row.Used && <EmailState row={row} />,
  redeemed: ({ redeemedAt, redeemedOrderId, redeemedOrderName }) =>
    redeemedAt !== null && (
      <span title={redeemedOrderId ?? ""}>{redeemedOrderName ?? redeemedOrderId ?? "Unknown order"}</span>
    ),
  pool: ({ pool }) => (
    <span className={styles.pool} title={pool}>
      {pool}
    </span>
  ),
} satisfies Cells<ShownCouponRow>;

function EmailState({ row: { mailState, mailProblem } }: { row: ShownCouponRow }) {
  switch (mailState) {
    case null:
      return <Badge tone="warning">Not sent</Badge>;
    case "sent":
      return <Badge tone="success">Sent</Badge>;
    case "queued":
    case "sending":
      return <Badge tone="info">Queued</Badge>;
    default: {
      const badge = <Badge tone="critical">{mailState === "bounced" ? "Bounced" : "Failed"}</Badge>;
      return mailProblem ? (
        <Tooltip content={mailProblem}>
          <Text as="span">{badge}</Text>
        </Tooltip>
      ) : (
        badge
      );
    }
  }
}
