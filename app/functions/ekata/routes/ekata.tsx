import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { answerReportForm } from "~/core/reports/answer-report-form.server";
import { readReportPage } from "~/core/reports/read-report-page.server";
import { ReportForm } from "~/core/reports/ui/ReportForm";
import { ReportPage } from "~/core/reports/ui/ReportPage";
import { ekataFunction } from "../function";

export { clientAction, shouldRevalidate } from "~/ui/page";

const REPORT = "ekata";
const OPTIONS = [{ name: "refresh", label: "Refresh Ekata", isChosen: false }];

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, ekataFunction, ({ calls }) =>
    readReportPage(new URL(args.request.url), calls.reports, REPORT),
  );

export const action = (args: ActionFunctionArgs) =>
  authorize(args, ekataFunction, async ({ calls }) =>
    answerReportForm(
      calls.reports,
      REPORT,
      await args.request.formData(),
      ({ dateFrom, dateTo, options: { refresh } }) =>
        calls.ekata.reportFromShopify({ dateFrom, dateTo, refresh: refresh ? "true" : "false" }),
    ),
  );

/** The Ekata screen. */
export default function Ekata() {
  const page = useLoaderData<typeof loader>();
  return (
    <ReportPage title="Ekata" tab={{ id: "ekata", label: "Ekata" }} page={page} options={OPTIONS}>
      <ReportForm page={page} labels={{ from: "From", to: "To" }} isToCapped={false} options={OPTIONS} />
    </ReportPage>
  );
}
