import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { readReportPage } from "~/core/reports/read-report-page.server";
import { followed, reportTexts } from "~/core/reports/texts.server";
import { rememberTab } from "~/platform/tab-memory.server";
import { knotReportFunction } from "../function";
import { KnotReportPage } from "../ui/KnotReportPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, knotReportFunction, async ({ calls }) => {
    const { headers } = await rememberTab(args.request, "solrTab", ["knot"]);
    return data(await readReportPage(new URL(args.request.url), calls.reports, knotReportFunction.name), {
      headers,
    });
  });

export const action = (args: ActionFunctionArgs) =>
  answerCalls(args, knotReportFunction, { ...reportTexts, "knot.report": followed });

/** The Knot report screen. */
export default function KnotReport() {
  return <KnotReportPage page={useLoaderData<typeof loader>()} />;
}
