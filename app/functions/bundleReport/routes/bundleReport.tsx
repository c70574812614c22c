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
import { bundleReportFunction } from "../function";
import { BundleReportPage } from "../ui/BundleReportPage";

const { name } = bundleReportFunction;

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, bundleReportFunction, async ({ calls }) => {
    const { headers } = await rememberTab(args.request, "solrTab", ["bundle"]);
    return data(await readReportPage(new URL(args.request.url), calls.reports, name), { headers });
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, bundleReportFunction, async ({ calls }) =>
    answerReportForm(
      calls.reports,
      name,
      await args.request.formData(),
      ({ dateFrom, dateTo, options: { bundle = false, component = false } }) =>
        calls.bundle.report({
          date_from: dateFrom,
          date_to: dateTo,
          bundle: String(bundle) as "true" | "false",
          component: String(component) as "true" | "false",
        }),
    ),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Bundle report screen. */
export default function BundleReport() {
  return <BundleReportPage page={useLoaderData<typeof loader>()} />;
}
