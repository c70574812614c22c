import type { ContractRouterClient } from "@orpc/contract";
import { readListPage } from "~/core/lists/numbered-page";
import { type ListResult, type ListState, readListState, withKnownSort } from "~/platform/list";
import type { reportsCalls } from "./calls.server";
import { listOfSheet } from "./results";
import type { ReportRows, ReportRun } from "./schemas";

/** What the page of a report shows. */
export type ReportPageData = Awaited<ReturnType<typeof readReportPage>>;

type Reports = ContractRouterClient<typeof reportsCalls>;

/** The history and schedules of a report, and the rows of one of its results. The address can name its run: the email's link does. */
export async function readReportPage(url: URL, reports: Reports, report: string) {
  const [{ list, today, timeZone }, schedules] = await Promise.all([
    reports.runs({ report }),
    reports.schedules({ report }),
  ]);
  const selectedRun = url.searchParams.get("run");
  const hasRows = ({ sheets }: ReportRun) => sheets.length > 0;
  const shown = list.find((run) => run.id === selectedRun && hasRows(run)) ?? list.find(hasRows);
  return {
    report,
    runs: list,
    today,
    timeZone,
    schedules: schedules.list,
    hasDates: schedules.hasDates,
    selectedRun,
    result: shown ? await readResult(url, reports, report, shown) : null,
  };
}

/** The rows of one sheet of a report that was created, as a page of a list. */
export interface ShownResult {
  run: ReportRun;
  /** The sheet's number, from 0. */
  sheet: number;
  state: ListState;
  rows: ListResult<ReportRows["list"][number]>;
  chart: ReportRows["chart"];
}

async function readResult(url: URL, reports: Reports, report: string, run: ReportRun): Promise<ShownResult> {
  const named = url.searchParams.get("sheet");
  const opened = Math.max(
    0,
    run.sheets.findIndex(({ isOpenedFirst }) => isOpenedFirst),
  );
  const number = named !== null && run.sheets[Number(named)] ? Number(named) : opened;
  const list = listOfSheet(run.sheets[number] as ReportRun["sheets"][number]);
  const state = readListState(withKnownSort(url, list), list);
  let chart: ReportRows["chart"] = null;
  const rows = await readListPage(state.page ?? 1, list.pageSize, async (page) => {
    const { search, sort } = state;
    const answer = await reports.rows({ report, run: run.id, sheet: number, search, sort, page });
    chart = answer.chart;
    return { ...answer, hasPrevious: page > 1, hasNext: page * list.pageSize < answer.total };
  });
  return { run, sheet: number, state, rows, chart };
}
