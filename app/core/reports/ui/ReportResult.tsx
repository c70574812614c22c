import { useNavigate } from "@remix-run/react";
import { BlockStack, Box, Card, InlineStack, Link, Select, Text } from "@shopify/polaris";
import { Suspense, useId } from "react";
import { ExportButton } from "~/core/exports/ui/ExportButton";
import { emailedText, MailProblems } from "~/core/mail/ui/MailProblems";
import type { ListDeclaration } from "~/platform/list";
import { cents } from "~/platform/money/cents";
import { formatDecimal, formatMoney } from "~/platform/money/format-money";
import { FileDownload } from "~/ui/files/FileDownload";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage, firstPosition, numberedPage } from "~/ui/list/address";
import { ListFooter, rowCountText } from "~/ui/list/ListFooter";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { RowTable } from "~/ui/list/RowTable";
import { SearchBox } from "~/ui/list/SearchBox";
import type { Cells } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { PageLink } from "~/ui/PageLink";
import { useHydrated } from "~/ui/useHydrated";
import type { ShownResult } from "../read-report-page.server";
import { columnNumber, listOfSheet, MAX_KEPT_ROWS } from "../results";
import type { CreatedReport, CreatedSheet, ReportFigure, ReportRows } from "../schemas";
import styles from "./ReportResult.module.css";
import { reportCall } from "./report-option";

const BarsChart = lazyPart(() => import("~/ui/BarsChart"));

/** What a report found: its figures beside those of the report before, and its sheets as tables. The workbook has the same rows. */
export function ReportResult({
  result,
  reports,
}: {
  result: ShownResult;
  reports: readonly CreatedReport[];
}) {
  const { report, sheet: number } = result;
  const search = usePendingSearch();
  const sheet = report.sheets[number] as CreatedSheet;
  return (
    <Card padding="0">
      <Box padding="400" paddingBlockEnd="200">
        <BlockStack gap="300">
          <InlineStack gap="300" align="space-between" blockAlign="center">
            <BlockStack gap="100">
              <Text as="h2" variant="headingMd">
                Result: {report.parameters}
              </Text>
              <Text as="p" tone="subdued">
                {report.summary} Created <Moment at={report.requestedAt} time /> for {report.requestedBy}.{" "}
                {emailedText(report.emails)}
              </Text>
              <MailProblems emails={report.emails} />
            </BlockStack>
            {report.file && <FileDownload file={report.file} label="Download all sheets" />}
          </InlineStack>
          {report.figures.length > 0 && <Figures report={report} before={reportBefore(report, reports)} />}
        </BlockStack>
      </Box>
      {report.sheets.length > 1 && (
        <nav aria-label="Sheets" className={styles.sheets}>
          {report.sheets.map(({ name, rows }, index) => (
            <PageLink
              key={name}
              to={firstPage(search, {
                run: report.id,
                sheet: String(index),
                q: null,
                sort: null,
                ...NO_FILTERS,
              })}
              aria-current={index === number ? "true" : undefined}
              className={styles.sheet}
            >
              {name} <span className={styles.count}>{formatCount(rows)}</span>
            </PageLink>
          ))}
        </nav>
      )}
      <SheetRows key={`${report.id} ${number}`} result={result} sheet={sheet} />
    </Card>
  );
}

/** The newest report before this one with the same options: its figures are comparable. */
function reportBefore(report: CreatedReport, reports: readonly CreatedReport[]): CreatedReport | undefined {
  const options = JSON.stringify(report.options);
  return reports
    .slice(reports.indexOf(report) + 1)
    .find((one) => one.figures.length > 0 && JSON.stringify(one.options) === options);
}

function Figures({ report, before }: { report: CreatedReport; before: CreatedReport | undefined }) {
  return (
    <BlockStack gap="200">
      <dl className={styles.figures}>
        {report.figures.map((figure) => (
          <Figure
            key={figure.name}
            figure={figure}
            before={before?.figures.find(({ name, unit }) => name === figure.name && unit === figure.unit)}
          />
        ))}
      </dl>
      {before && (
        <Text as="p" variant="bodySm" tone="subdued">
          Compared with {before.parameters}, created <Moment at={before.requestedAt} time />.
        </Text>
      )}
    </BlockStack>
  );
}

function Figure({ figure, before }: { figure: ReportFigure; before: ReportFigure | undefined }) {
  const { currency } = useFrame().shop;
  const textOf = ({ value, unit }: ReportFigure) =>
    unit === "cents" ? formatMoney(cents(value), currency) : formatCount(value);
  return (
    <div className={styles.figure}>
      <dt>{figure.name}</dt>
      <dd>
        <Text as="span" variant="headingLg">
          {textOf(figure)}
        </Text>
        {before && (
          <Text as="span" variant="bodySm" tone="subdued">
            {" "}
            {differenceOf(figure.value, before.value)}, was {textOf(before)}
          </Text>
        )}
      </dd>
    </div>
  );
}

function differenceOf(value: number, before: number): string {
  if (value === before) return "the same";
  if (before === 0) return "new";
  const percent = Math.round((100 * (value - before)) / Math.abs(before));
  return `${percent > 0 ? "+" : percent < 0 ? "−" : value > before ? "+" : "−"}${Math.abs(percent)}%`;
}

/** The rows of one sheet, found by a text and ordered by any column. */
function SheetRows({ result, sheet }: { result: ShownResult; sheet: CreatedSheet }) {
  const { state, rows, chart, charted, report, columns, choices } = result;
  const list = withAlignedNumbers(listOfSheet(sheet), rows.rows);
  const search = usePendingSearch();
  const navigate = useNavigate();
  const searchId = useId();
  const cells = useCells(sheet);
  const page = rows.pager?.page ?? 1;
  const shown = reportCall("reports.exportRows", {
    report: result.name,
    run: report.id,
    sheet: result.sheet,
    search: state.search,
    sort: state.sort,
    columns,
  });
  const isNarrowed = state.search !== "" || Object.keys(columns).length > 0;
  const goTo = (exists: boolean, number: number) =>
    exists ? () => navigate(numberedPage(search, number), { preventScrollReset: true }) : null;
  return (
    <>
      <div className={styles.toolbar}>
        <SearchBox
          id={searchId}
          value={state.search}
          hint={list.search?.hint ?? ""}
          maxLength={list.search?.maxLength ?? 0}
          onSearch={(q) => navigate(firstPage(search, { q, run: report.id }), { preventScrollReset: true })}
        />
        {Object.entries(choices).map(([key, texts]) => (
          <Select
            key={key}
            label={sheet.columns[columnNumber(key)]?.title}
            labelInline
            options={optionsOf(texts, columns[key])}
            value={columns[key] ?? ""}
            onChange={(text) =>
              navigate(firstPage(search, { [key]: text, run: report.id }), { preventScrollReset: true })
            }
          />
        ))}
        <div className={styles.exports}>
          <ExportButton call={shown} />
          <ExportButton call={shown} format="csv" />
        </div>
        {sheet.rows > MAX_KEPT_ROWS && (
          <Text as="span" tone="subdued">
            The first {formatCount(MAX_KEPT_ROWS)} of {formatCount(sheet.rows)} rows. The download has all.
          </Text>
        )}
      </div>
      {chart?.some(({ value }) => value !== 0) && <SheetChart sheet={sheet} points={chart} total={charted} />}
      <div className={styles.rows}>
        <RowTable
          list={list}
          state={state}
          search={search}
          caption={`rows of ${sheet.name}`}
          rows={rows.rows}
          rowLabel={({ cells: [first] }) => String(first)}
          cells={cells}
        />
      </div>
      {rows.rows.length === 0 && (
        <EmptyOverlay
          heading={isNarrowed ? "No row matches" : "This sheet has no rows"}
          action={
            isNarrowed
              ? { content: "Clear search and filters", url: firstPage(search, { q: null, ...NO_FILTERS }) }
              : undefined
          }
        >
          {isNarrowed && "Search for another text, or clear the search and the filters."}
        </EmptyOverlay>
      )}
      <ListFooter
        countText={rowCountText(rows, firstPosition(search, rows, list.pageSize))}
        pager={rows.pager}
        nextLabel="Next"
        onPrevious={goTo(rows.hasPreviousPage, page - 1)}
        onNext={goTo(rows.hasNextPage, page + 1)}
        loading={false}
      />
    </>
  );
}

type Row = ReportRows["list"][number];

/** Another sheet has other columns. */
const NO_FILTERS = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`c${index}`, null]));

/** The texts to filter by, with how many rows have them. The chosen one is among them, even if no row has it any longer. */
function optionsOf(texts: ShownResult["choices"][string], chosen: string | undefined) {
  const all =
    chosen && !texts.some(({ text }) => text === chosen) ? [{ text: chosen, count: 0 }, ...texts] : texts;
  return [
    { label: "All", value: "" },
    ...all.map(({ text, count }) => ({ label: `${text} (${formatCount(count)})`, value: text })),
  ];
}

/** Columns of numbers are aligned to their end. */
const withAlignedNumbers = (list: ListDeclaration, rows: readonly Row[]): ListDeclaration => ({
  ...list,
  columns: list.columns.map((column, number) =>
    rows.some(({ cells }) => typeof cells[number] === "number") ? { ...column, align: "end" } : column,
  ),
});

function useCells(sheet: CreatedSheet): Cells<Row> {
  const { currency } = useFrame().shop;
  const cells = sheet.columns.map(({ kind }, number): [string, (row: Row) => React.ReactNode] => [
    `c${number}`,
    ({ cells, links, names }) => {
      const value = names[number] ?? cells[number] ?? "";
      if (typeof value === "number")
        return kind === "money" ? formatDecimal(value, currency) : value.toLocaleString("en-US");
      const link = links[number];
      return link ? (
        <Link url={link} target="_blank">
          {value}
        </Link>
      ) : (
        value
      );
    },
  ]);
  return Object.fromEntries(cells);
}

interface SheetChartProps {
  sheet: CreatedSheet;
  points: NonNullable<ReportRows["chart"]>;
  /** More than are drawn, where the chart has only the first ones. */
  total: number;
}

/** The table has the same numbers. */
function SheetChart({ sheet, points, total }: SheetChartProps) {
  const { currency } = useFrame().shop;
  const isHydrated = useHydrated();
  const kindOf = (title: string | undefined) => sheet.columns.find((column) => column.title === title)?.kind;
  const isMoney = kindOf(sheet.chart?.value) === "money";
  const isByDay = kindOf(sheet.chart?.name) === "moment";
  return (
    <Box padding="400">
      <Text as="h3" variant="headingSm">
        {sheet.chart?.value} by {sheet.chart?.name}
        {total > points.length &&
          `: the ${isByDay ? "first" : "largest"} ${points.length} of ${formatCount(total)}`}
      </Text>
      <div style={{ height: 240 }} aria-hidden="true">
        {isHydrated && (
          <Suspense>
            <BarsChart
              bars={points.map(({ name, value }) => ({ name, count: value }))}
              isHorizontal={!isByDay}
              counted={sheet.chart?.value ?? ""}
              format={isMoney ? (value) => formatDecimal(value, currency) : undefined}
            />
          </Suspense>
        )}
      </div>
    </Box>
  );
}
