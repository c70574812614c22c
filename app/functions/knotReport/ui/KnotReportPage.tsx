import type { ReportPageData } from "~/core/reports/read-report-page.server";
import { ReportForm } from "~/core/reports/ui/ReportForm";
import { ReportPage } from "~/core/reports/ui/ReportPage";
import type { CallOfReport } from "~/core/reports/ui/report-option";
import { knotCall } from "../function";

/** The Knot report: its dates, and what was created. */
export function KnotReportPage({ page }: { page: ReportPageData }) {
  const shared = { page, options: [], callOf };
  return (
    <ReportPage title="Knot Report" tab={{ id: "knot", label: "Knot Report" }} {...shared}>
      <ReportForm labels={{ from: "From", to: "To" }} isToCapped {...shared} />
    </ReportPage>
  );
}

const callOf: CallOfReport = ({ dateFrom, dateTo }) =>
  knotCall("knot.report", { dateFrom: `${dateFrom}T00:00:00Z`, dateTo: `${dateTo}T23:59:59Z` });
