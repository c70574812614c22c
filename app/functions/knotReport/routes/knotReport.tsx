import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { answerReportForm } from "~/core/reports/answer-report-form.server";
import { readReportPage } from "~/core/reports/read-report-page.server";
import { rememberTab } from "~/platform/tab-memory.server";
import { knotReportFunction } from "../function";
import { KnotReportPage } from "../ui/KnotReportPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

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

/** The Knot report screen. */
export default function KnotReport() {
  return <KnotReportPage page={useLoaderData<typeof loader>()} />;
}
