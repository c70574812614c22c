import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { answerReportForm } from "~/core/reports/answer-report-form.server";
import { readReportPage } from "~/core/reports/read-report-page.server";
import { rememberTab } from "~/platform/tab-memory.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { knotReportFunction } from "../function";
import { KnotReportPage } from "../ui/KnotReportPage";

const { name } = knotReportFunction;

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, knotReportFunction, async ({ calls }) => {
    const { headers } = await rememberTab(args.request, "solrTab", ["knot"]);
    return data(await readReportPage(new URL(args.request.url), calls.reports, name), { headers });
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, knotReportFunction, async ({ calls }) =>
    answerReportForm(calls.reports, name, await args.request.formData(), ({ dateFrom, dateTo }) =>
      calls.knot.report({ dateFrom: `${dateFrom}T00:00:00Z`, dateTo: `${dateTo}T23:59:59Z` }),
    ),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Knot report screen. */
export default function KnotReport() {
  return <KnotReportPage page={useLoaderData<typeof loader>()} />;
}
