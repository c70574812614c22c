import { useNavigate } from "@remix-run/react";
import { Badge, Button, ButtonGroup, InlineStack, Link, Select, Text, Tooltip } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { useExport } from "~/core/exports/ui/ExportButton";
import { adminAddress } from "~/platform/admin-address";
import { formatDashedDateTime } from "~/platform/dates/date-text";
import { useFrame } from "~/ui/frame";
import { handOver } from "~/ui/import/held-sheet";
import { FileButton } from "~/ui/import/ImportButton";
import { SPREADSHEET_FILES } from "~/ui/import/reader-messages";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { DaysFilter, dayFilters } from "~/ui/list/DaysFilter";
import { DatesHint, MoreMatch } from "~/ui/list/ListHints";
import { type Cells, chosenFilter } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { ASSIGNED_IN } from "../assigned-in";
import { couponCall } from "../function";
import { POOL_FIELD_NAME } from "../import";
import type { CouponRow } from "../list.server";
import type { CouponsPageData } from "../page.server";
import styles from "./CouponsPage.module.css";
import type { PoolName } from "./UploadDialog";

const ExportDialog = lazyPart(() => import("~/core/exports/ui/ExportDialog"));
const UploadDialog = lazyPart(() => import("./UploadDialog"));

/** The screen Coupons List: coupons with the orders that have them, the upload of a file, and the export. */
export function CouponsPage(props: CouponsPageData) {
  const { list, state, filter, days, problem, now, result, isExact, pools, views } = props;
  const [isExporting, setExporting] = useState(false);
  const exporting = useExport();
  const resend = useCall();
  const switching = useCall();
  const upload = useUpload(
    pools.filter(({ isArchived }) => !isArchived),
    filter.pool,
  );
  // An email is sent after its coupon was assigned.
  useListRefresh("mail");
  const isNarrowed =
    state.search !== "" ||
    filter.pool !== undefined ||
    filter.used !== "all" ||
    days.start !== "" ||
    days.end !== "";
  const runExport = (isFiltered: boolean) =>
    exporting.run(
      couponCall("exports.coupons.rows", {
        query: { sort: state.sort, ...(isFiltered ? filter : { used: "all" }) },
        body: { searchValue: isFiltered ? state.search : "" },
      }),
    );
  return (
    <>
      <ListPage
        title="Coupons List"
        list={list}
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
        filters={[
          ...chosenFilter("Pool", "pool", filter.pool?.toString(), poolOptions(pools)),
          ...chosenFilter("Used", "used", filter.used === "all" ? "" : filter.used, USES),
          ...dayFilters(days),
        ]}
        rowActions={({ id, CouponCode, OrderId, activity }) => (
          <ButtonGroup noWrap>
            <Button
              size="slim"
              disabled={OrderId === null || activity !== "active" || resend.isBusy}
              accessibilityLabel={`Resend ${CouponCode}`}
              onClick={() => OrderId !== null && resend.run(couponCall("coupons.resend", { id: OrderId }))}
            >
              Resend
            </Button>
            {activity === "active" || activity === "deactivating" ? (
              <Button
                size="slim"
                disabled={activity !== "active" || switching.isBusy}
                accessibilityLabel={`Deactivate ${CouponCode}`}
                onClick={() => switching.run(couponCall("coupons.deactivate", { id }))}
              >
                Deactivate
              </Button>
            ) : (
              <Button
                size="slim"
                disabled={activity === "activating" || switching.isBusy}
                accessibilityLabel={`Activate ${CouponCode}`}
                onClick={() => switching.run(couponCall("coupons.activate", { id }))}
              >
                Activate
              </Button>
            )}
          </ButtonGroup>
        )}
        views={views}
        pageWord="Page"
        emptyHint={
          <DatesHint problem={problem}>
            {isNarrowed
              ? "No coupon matches. Clear the search and the filters to see them all."
              : pools.length > 0
                ? "Upload a file with codes. Each code is listed here with the order that it was assigned to."
                : "A code belongs to a pool, which is a discount and the rule for its orders. Add a pool first."}
          </DatesHint>
        }
        emptyAction={
          pools.length > 0
            ? { content: "Add codes", url: "/coupons/pools" }
            : { content: "New pool", url: "/coupons/pools/new" }
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
          <UploadDialog pools={upload.pools} onPool={upload.open} onClose={upload.cancel} />
        </Suspense>
      )}
    </>
  );
}

interface OrderLinkProps {
  /** The number in Shopify's id. */
  id: string;
  title: string | null;
  text: string;
}

/** An order in Shopify. */
function OrderLink({ id, title, text }: OrderLinkProps) {
  const { shop } = useFrame();
  return (
    <span title={title ?? undefined}>
      <Link url={adminAddress(shop.domain, `/orders/${id}`)} target="_top">
        {text}
      </Link>
    </span>
  );
}

const CELLS = {
  code: ({ CouponCode }) => <span data-whole>{CouponCode}</span>,
  used: (row) => (
    <InlineStack gap="100" blockAlign="center" wrap={false}>
      <span>{row.Used ? "Used" : "Not Used"}</span>
      <Activity row={row} />
    </InlineStack>
  ),
  orderId: ({ OrderId, orderName }) =>
    OrderId !== null && <OrderLink id={OrderId} title={orderName} text={OrderId} />,
  assignedDate: ({ AssignDate }) =>
    AssignDate !== null && (
      <time dateTime={AssignDate}>{formatDashedDateTime(new Date(AssignDate), ASSIGNED_IN)}</time>
    ),
  email: (row) => row.Used && <EmailState row={row} />,
  redeemed: ({ redeemedAt, redeemedOrderId, redeemedOrderName }) =>
    redeemedAt !== null &&
    (redeemedOrderId === null ? (
      (redeemedOrderName ?? "Unknown order")
    ) : (
      <OrderLink id={redeemedOrderId} title={redeemedOrderId} text={redeemedOrderName ?? redeemedOrderId} />
    )),
  pool: ({ pool }) => (
    <span className={styles.pool} title={pool}>
      {pool}
    </span>
  ),
} satisfies Cells<CouponRow>;

const ACTIVITY_LABELS: Record<Exclude<CouponRow["activity"], "active">, string> = {
  deactivating: "Being deactivated",
  deactivated: "Deactivated",
  activating: "Being activated",
  refused: "Not activated",
};

/** Whether Shopify has the coupon's code, where that isn't as usual. */
function Activity({ row: { activity, problem } }: { row: CouponRow }) {
  if (activity !== "active") {
    const badge = (
      <Badge tone={activity === "refused" ? "critical" : undefined}>{ACTIVITY_LABELS[activity]}</Badge>
    );
    return activity === "refused" && problem ? <WithReason reason={problem}>{badge}</WithReason> : badge;
  }
  return problem === null ? null : (
    <WithReason reason={problem}>
      <Badge tone="critical">Not deactivated</Badge>
    </WithReason>
  );
}

const WithReason = ({ reason, children }: { reason: string; children: React.ReactNode }) => (
  <Tooltip content={reason}>
    <Text as="span">{children}</Text>
  </Tooltip>
);

function EmailState({ row: { mailState, mailProblem } }: { row: CouponRow }) {
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
      return mailProblem ? <WithReason reason={mailProblem}>{badge}</WithReason> : badge;
    }
  }
}

const poolOptions = (pools: readonly PoolName[]) =>
  pools.map(({ id, name, isArchived }) => ({ label: isArchived ? `${name} (archived)` : name, value: id }));

const USES = [
  { label: "All", value: "" },
  { label: "Used", value: "used" },
  { label: "Not Used", value: "not used" },
  { label: "Deactivated", value: "deactivated" },
];

/** Narrows the list to a pool, and to coupons that an order has or doesn't have. */
function CouponFilters({
  filter: { pool, used },
  pools,
}: {
  filter: CouponsPageData["filter"];
  pools: readonly PoolName[];
}) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  return (
    <>
      <Select
        label="Pool"
        labelInline
        options={[{ label: "All pools", value: "" }, ...poolOptions(pools)]}
        value={pool === undefined ? "" : String(pool)}
        onChange={(value) => navigate(firstPage(search, { pool: value }))}
      />
      <Select
        label="Used"
        labelInline
        options={USES}
        value={used === "all" ? "" : used}
        onChange={(value) => navigate(firstPage(search, { used: value }))}
      />
    </>
  );
}

const IMPORT = "/coupons/import";

/**
 * Takes a chosen file to the import of a pool: the one that the list shows, or the shop's only one. Otherwise the page asks which.
 * @param shownPool the number of the pool that the list shows
 */
function useUpload(pools: readonly PoolName[], shownPool: number | undefined) {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const openWith = (chosen: File, pool: string) => {
    handOver(chosen, IMPORT);
    navigate(`${IMPORT}?${POOL_FIELD_NAME}=${pool}`);
  };
  return {
    pools,
    /** The page must ask for the pool. */
    isAsking: file !== null,
    choose(chosen: File): void {
      const pool = pools.length === 1 ? pools[0] : pools.find(({ id }) => id === String(shownPool));
      if (pool) openWith(chosen, pool.id);
      else setFile(chosen);
    },
    open(pool: string): void {
      if (file) openWith(file, pool);
    },
    cancel: () => setFile(null),
  };
}
