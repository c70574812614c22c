import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { followed, reportTexts } from "~/core/reports/calls.server";
import { type ReportPageData, readReportPage } from "~/core/reports/read-report-page.server";
import { ReportForm } from "~/core/reports/ui/ReportForm";
import { ReportPage } from "~/core/reports/ui/ReportPage";
import type { CallOfReport } from "~/core/reports/ui/report-option";
import { rememberTab } from "~/platform/tab-memory.server";
import { bundleCall, bundleReportFunction } from "../function";
import { BUNDLE_OPTIONS, problemOfOptions } from "../options";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(bundleReportFunction, async ({ calls }, args) => {
  const { headers } = await rememberTab(args.request, "solrTab", ["bundle"]);
  return data(await readReportPage(new URL(args.request.url), calls.reports, bundleReportFunction.name), {
    headers,
  });
});

export const action = callsAction(bundleReportFunction, { ...reportTexts, "bundle.report": followed });

/** The Bundle report screen. */
export default function BundleReport() {
  return <BundleReportPage page={useLoaderData<typeof loader>()} />;
}

/** The Bundle report: its dates, its sheets, and what was created. */
function BundleReportPage({ page }: { page: ReportPageData }) {
  const shared = { page, options: BUNDLE_OPTIONS, problemOf: problemOfOptions, callOf };
  return (
    <ReportPage title="Bundle Report" tab={{ id: "bundle", label: "Bundle" }} {...shared}>
      <ReportForm labels={{ from: "Date From", to: "Date To" }} isToCapped={false} {...shared} />
    </ReportPage>
  );
}

const callOf: CallOfReport = ({ dateFrom, dateTo, options: { bundle, component }, delivery }) =>
  bundleCall("bundle.report", {
    date_from: dateFrom,
    date_to: dateTo,
    bundle: bundle ? "true" : "false",
    component: component ? "true" : "false",
    ...delivery,
  });
