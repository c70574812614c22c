import type { ReportPageData } from "~/core/reports/read-report-page.server";
import { ReportForm } from "~/core/reports/ui/ReportForm";
import { ReportPage } from "~/core/reports/ui/ReportPage";
import type { CallOfReport } from "~/core/reports/ui/report-option";
import { bundleCall } from "../function";
import { BUNDLE_OPTIONS, problemOfOptions } from "../options";

/** The Bundle report: its dates, its sheets, and what was created. */
export function BundleReportPage({ page }: { page: ReportPageData }) {
  const shared = { page, options: BUNDLE_OPTIONS, problemOf: problemOfOptions, callOf };
  return (
    <ReportPage title="Bundle Report" tab={{ id: "bundle", label: "Bundle" }} {...shared}>
      <ReportForm labels={{ from: "Date From", to: "Date To" }} isToCapped={false} {...shared} />
    </ReportPage>
  );
}

const callOf: CallOfReport = ({ dateFrom, dateTo, options: { bundle, component } }) =>
  bundleCall("bundle.report", {
    date_from: dateFrom,
    date_to: dateTo,
    bundle: bundle ? "true" : "false",
    component: component ? "true" : "false",
  });
