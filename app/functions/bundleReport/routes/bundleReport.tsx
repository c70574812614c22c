import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { followed, reportTexts } from "~/core/reports/calls.server";
import { readReportPage } from "~/core/reports/read-report-page.server";
import { rememberTab } from "~/platform/tab-memory.server";
import { bundleReportFunction } from "../function";
import { BundleReportPage } from "../ui/BundleReportPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, bundleReportFunction, async ({ calls }) => {
    const { headers } = await rememberTab(args.request, "solrTab", ["bundle"]);
    return data(await readReportPage(new URL(args.request.url), calls.reports, bundleReportFunction.name), {
      headers,
    });
  });

export const action = (args: ActionFunctionArgs) =>
  answerCalls(args, bundleReportFunction, { ...reportTexts, "bundle.report": followed });

/** The Bundle report screen. */
export default function BundleReport() {
  return <BundleReportPage page={useLoaderData<typeof loader>()} />;
}
