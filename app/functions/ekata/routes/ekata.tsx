import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { answerReportForm } from "~/core/reports/answer-report-form.server";
import { readReportPage } from "~/core/reports/read-report-page.server";
import { ReportForm } from "~/core/reports/ui/ReportForm";
import { ReportPage } from "~/core/reports/ui/ReportPage";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { ekataFunction } from "../function";

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

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Ekata screen. */
export default function Ekata() {
  const page = useLoaderData<typeof loader>();
  return (
    <ReportPage title="Ekata" tab={{ id: "ekata", label: "Ekata" }} page={page} options={OPTIONS}>
      <ReportForm page={page} labels={{ from: "From", to: "To" }} isToCapped={false} options={OPTIONS} />
    </ReportPage>
  );
}
