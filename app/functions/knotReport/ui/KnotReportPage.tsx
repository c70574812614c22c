import type { ReportPageData } from "~/core/reports/read-report-page.server";
import { ReportForm } from "~/core/reports/ui/ReportForm";
import { ReportPage } from "~/core/reports/ui/ReportPage";

/** The Knot report: its dates, and what was created. */
export function KnotReportPage({ page }: { page: ReportPageData }) {
  return (
    <ReportPage title="Knot Report" tab={{ id: "knot", label: "Knot Report" }} page={page} options={[]}>
      <ReportForm page={page} labels={{ from: "From", to: "To" }} isToCapped options={[]} />
    </ReportPage>
  );
}
