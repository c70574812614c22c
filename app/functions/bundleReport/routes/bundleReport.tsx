import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { answerReportForm } from "~/core/reports/answer-report-form.server";
import { readReportPage } from "~/core/reports/read-report-page.server";
import { rememberTab } from "~/platform/tab-memory.server";
import { bundleReportFunction } from "../function";
import { BundleReportPage } from "../ui/BundleReportPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

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

/** The Bundle report screen. */
export default function BundleReport() {
  return <BundleReportPage page={useLoaderData<typeof loader>()} />;
}
