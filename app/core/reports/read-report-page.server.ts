import type { ContractRouterClient } from "@orpc/contract";
import type { reportsCalls } from "./calls.server";

/** What the page of a report shows. */
export type ReportPageData = Awaited<ReturnType<typeof readReportPage>>;

/** The history and schedules of a report. The address can name a run: the email's link does. */
export async function readReportPage(
  url: URL,
  reports: ContractRouterClient<typeof reportsCalls>,
  report: string,
) {
  const [{ list, today, timeZone }, schedules] = await Promise.all([
    reports.runs({ report }),
    reports.schedules({ report }),
  ]);
  return {
    report,
    runs: list,
    today,
    timeZone,
    schedules: schedules.list,
    hasDates: schedules.hasDates,
    selectedRun: url.searchParams.get("run"),
  };
}
