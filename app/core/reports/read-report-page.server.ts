import type { ContractRouterClient } from "@orpc/contract";
import { readListPage } from "~/core/lists/numbered-page";
import { type ListResult, type ListState, readListState, withKnownSort } from "~/platform/list";
import type { reportsCalls } from "./calls.server";
import { listOfSheet, MAX_FILTER_LENGTH } from "./results";
import type { CreatedReport, ReportRows } from "./schemas";

/** What the page of a report shows. */
export type ReportPageData = Awaited<ReturnType<typeof readReportPage>>;

type ReportCalls = ContractRouterClient<typeof reportsCalls>;

/** The history and schedules of a report, and the rows of one of its results. The address can name its report: the email's link does. */
export async function readReportPage(url: URL, calls: ReportCalls, report: string) {
  const [{ list, today, timeZone }, schedules] = await Promise.all([
    calls.runs({ report }),
    calls.schedules({ report }),
  ]);
  const selectedReport = url.searchParams.get("run");
  const hasRows = ({ sheets }: CreatedReport) => sheets.length > 0;
  const shown = list.find((one) => one.id === selectedReport && hasRows(one)) ?? list.find(hasRows);
  return {
    report,
    reports: list,
    today,
    timeZone,
    schedules: schedules.list,
    hasDates: schedules.hasDates,
    selectedReport,
    result: shown ? await readResult(url, calls, report, shown) : null,
  };
}

/** The rows of one sheet of a report that was created, as a page of a list. */
export interface ShownResult {
  /** The report's name. */
  name: string;
  report: CreatedReport;
  /** The sheet's number, from 0. */
  sheet: number;
  state: ListState;
  /** The texts that the rows have in columns, by the columns' keys. */
  columns: Readonly<Record<string, string>>;
  rows: ListResult<ReportRows["list"][number]>;
  chart: ReportRows["chart"];
  /** How many sums there are, of which the chart may have only the first ones. */
  charted: number;
  choices: ReportRows["choices"];
}

async function readResult(
  url: URL,
  calls: ReportCalls,
  report: string,
  created: CreatedReport,
): Promise<ShownResult> {
  const named = url.searchParams.get("sheet");
  const opened = Math.max(
    0,
    created.sheets.findIndex(({ isOpenedFirst }) => isOpenedFirst),
  );
  const number = named !== null && created.sheets[Number(named)] ? Number(named) : opened;
  const list = listOfSheet(created.sheets[number] as CreatedReport["sheets"][number]);
  const state = readListState(withKnownSort(url, list), list);
  const columns = Object.fromEntries(
    list.columns.flatMap(({ key }) => {
      const text = url.searchParams.get(key);
      return text ? [[key, text.slice(0, MAX_FILTER_LENGTH)]] : [];
    }),
  );
  let chart: ReportRows["chart"] = null;
  let charted = 0;
  let choices: ReportRows["choices"] = {};
  const rows = await readListPage(state.page ?? 1, list.pageSize, async (page) => {
    const { search, sort } = state;
    const answer = await calls.rows({ report, run: created.id, sheet: number, search, columns, sort, page });
    chart = answer.chart;
    charted = answer.charted;
    choices = answer.choices;
    return { ...answer, hasPrevious: page > 1, hasNext: page * list.pageSize < answer.total };
  });
  return { name: report, report: created, sheet: number, state, columns, rows, chart, charted, choices };
}
