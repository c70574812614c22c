import { Button } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { useExport } from "~/core/exports/ui/ExportButton";
import type { PriceLogRow } from "~/domain/prices/list.server";
import { SkuCell } from "~/domain/products/ui/SkuCell";
import { type FilterDays, instantsOf } from "~/platform/dates/day-range";
import type { ListDeclaration, ListResult, ListState } from "~/platform/list";
import { formatDecimal } from "~/platform/money/format-money";
import { useFrame } from "~/ui/frame";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { DaysFilter, dayFilters } from "~/ui/list/DaysFilter";
import { DatesHint, MoreMatch } from "~/ui/list/ListHints";
import { RowLink } from "~/ui/list/RowLink";
import type { Cells, SavedView } from "~/ui/list/types";
import { pricelogCall, TITLE } from "../function";
import { ChangedBy } from "./ChangedBy";

const ExportDialog = lazyPart(() => import("~/core/exports/ui/ExportDialog"));

interface PriceLogPageProps {
  list: ListDeclaration;
  state: ListState;
  days: FilterDays;
  /** Why these days can't be searched. */
  problem: string | null;
  result: ListResult<PriceLogRow>;
  /** False when more match than were counted: the pages end where the count does. */
  isExact: boolean;
  isEmployeeStore: boolean;
  views: readonly SavedView[];
  /** The server's clock when it answered. */
  now: string;
}

/** The price log: every change of a price, newest first. */
export function PriceLogPage(props: PriceLogPageProps) {
  const { list, state, days, problem, result, isExact, isEmployeeStore, views, now } = props;
  const [isExporting, setExporting] = useState(false);
  const exporting = useExport();
  const { menu = [] } = useFrame();
  const runExport = (isFiltered: boolean) =>
    exporting.run(
      pricelogCall("exports.pricelog.rows", {
        query: { sort: state.sort, ...(isFiltered && instantsOf(days)) },
        body: { searchValue: isFiltered ? state.search : "" },
      }),
    );
  return (
    <>
      <ListPage
        title={TITLE}
        pageActions={
          <Button loading={exporting.isBusy} onClick={() => setExporting(true)}>
            Export Excel
          </Button>
        }
        list={list}
        state={state}
        result={result}
        plural="price changes"
        rowLabel={({ Sku, title }) => Sku || title}
        cells={isEmployeeStore ? EMPLOYEE_STORE_CELLS : CELLS}
        toolbar={<DaysFilter days={days} now={now} />}
        filters={dayFilters(days)}
        views={views}
        pageWord="Page"
        emptyHint={
          <DatesHint problem={problem}>Changes of prices appear here when the store reports them.</DatesHint>
        }
        emptyAction={
          menu.some(({ path }) => path === "/bulkprice")
            ? { content: "Choose prices", url: "/bulkprice/workbench" }
            : undefined
        }
      >
        {!isExact && <MoreMatch />}
      </ListPage>
      {isExporting && (
        <Suspense>
          <ExportDialog onExport={runExport} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  );
}

const money = (amount: string | null, currency: string) =>
  amount === null ? "" : formatDecimal(amount, currency);

const CELLS = {
  sku: ({ Sku, title, variantId, priceListId }) => (
    <SkuCell title={Sku ? title : null}>
      <RowLink to={`/pricecontrol/${variantId}/${priceListId}`}>{Sku || title}</RowLink>
    </SkuCell>
  ),
  previousPrice: ({ PreviousPrice, currency }) => money(PreviousPrice, currency),
  currentPrice: ({ CurrentPrice, currency }) => money(CurrentPrice, currency),
  percentageChange: ({ PercentageChange }) => PercentageChange !== null && `${PercentageChange}%`,
  compareAtPrice: ({ CompareAtPrice, currency }) => money(CompareAtPrice, currency),
  changedBy: ({ changedBy, changedThrough }) => (
    <ChangedBy changedBy={changedBy} changedThrough={changedThrough} />
  ),
  customerType: ({ CustomerType }) => CustomerType,
  source: ({ Source }) => Source,
} satisfies Cells<PriceLogRow>;

/** Employee stores have a column of their own for what changed a price. */
const EMPLOYEE_STORE_CELLS: typeof CELLS = { ...CELLS, changedBy: ({ changedBy }) => <>{changedBy}</> };
