import type { ReportPageData } from "~/core/reports/read-report-page.server";
import { ReportForm } from "~/core/reports/ui/ReportForm";
import { ReportPage } from "~/core/reports/ui/ReportPage";
import { BUNDLE_OPTIONS, problemOfOptions } from "../options";

/** The Bundle report: its dates, its sheets, and what was created. */
export function BundleReportPage({ page }: { page: ReportPageData }) {
  const shared = { page, options: BUNDLE_OPTIONS, problemOf: problemOfOptions };
  return (
    <ReportPage title="Bundle Report" tab={{ id: "bundle", label: "Bundle" }} {...shared}>
      <ReportForm labels={{ from: "Date From", to: "Date To" }} isToCapped={false} {...shared} />
    </ReportPage>
  );
}
