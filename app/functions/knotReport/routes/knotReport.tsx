import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { followed, reportTexts } from "~/core/reports/calls.server";
import { readReportPage } from "~/core/reports/read-report-page.server";
import { ReportForm } from "~/core/reports/ui/ReportForm";
import { ReportPage } from "~/core/reports/ui/ReportPage";
import type { CallOfReport } from "~/core/reports/ui/report-option";
import { rememberTab } from "~/platform/tab-memory.server";
import { knotCall, knotReportFunction } from "../function";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(knotReportFunction, async ({ calls }, args) => {
  const { headers } = await rememberTab(args.request, "solrTab", ["knot"]);
  return data(await readReportPage(new URL(args.request.url), calls.reports, knotReportFunction.name), {
    headers,
  });
});

export const action = callsAction(knotReportFunction, { ...reportTexts, "knot.report": followed });

/** The Knot report: its dates, and what was created. */
export default function KnotReport() {
  const shared = { page: useLoaderData<typeof loader>(), options: [], callOf };
  return (
    <ReportPage title="Knot Report" tab={{ id: "knot", label: "Knot Report" }} {...shared}>
      <ReportForm labels={{ from: "From", to: "To" }} isToCapped {...shared} />
    </ReportPage>
  );
}

const callOf: CallOfReport = ({ dateFrom, dateTo, delivery }) =>
  knotCall("knot.report", {
    dateFrom: `${dateFrom}T00:00:00Z`,
    dateTo: `${dateTo}T23:59:59Z`,
    ...delivery,
  });
