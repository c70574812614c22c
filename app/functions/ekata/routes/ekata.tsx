import { useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { followed, reportTexts } from "~/core/reports/calls.server";
import { readReportPage } from "~/core/reports/read-report-page.server";
import { ReportForm } from "~/core/reports/ui/ReportForm";
import { ReportPage } from "~/core/reports/ui/ReportPage";
import type { CallOfReport } from "~/core/reports/ui/report-option";
import { lazyPart } from "~/ui/lazy-part";
import { useHydrated } from "~/ui/useHydrated";
import { ekataCall, ekataFunction } from "../function";

export { clientAction, shouldRevalidate } from "~/ui/page";

const NotSetUp = lazyPart(() => import("~/core/connections/ui/NotSetUp"));

const REPORT = "ekata";
const OPTIONS = [{ name: "refresh", label: "Refresh Ekata", isChosen: false }];

const callOf: CallOfReport = ({ dateFrom, dateTo, options: { refresh }, delivery }) =>
  ekataCall("ekata.reportFromShopify", {
    dateFrom,
    dateTo,
    refresh: refresh ? "true" : "false",
    ...delivery,
  });

export const loader = pageLoader(ekataFunction, async ({ calls }, args) => {
  const [page, { configured }] = await Promise.all([
    readReportPage(new URL(args.request.url), calls.reports, REPORT),
    calls.ekata.state({}),
  ]);
  return { page, configured };
});

export const action = callsAction(ekataFunction, { ...reportTexts, "ekata.reportFromShopify": followed });

/** The Ekata screen. */
export default function Ekata() {
  const { page, configured } = useLoaderData<typeof loader>();
  const isHydrated = useHydrated();
  const shared = { page, options: OPTIONS, callOf };
  return (
    <ReportPage title="Ekata" tab={{ id: "ekata", label: "Ekata" }} isBlocked={!configured} {...shared}>
      {configured ? (
        <ReportForm labels={{ from: "From", to: "To" }} isToCapped={false} {...shared} />
      ) : (
        isHydrated && (
          <Suspense>
            <NotSetUp system="Ekata" />
          </Suspense>
        )
      )}
    </ReportPage>
  );
}
