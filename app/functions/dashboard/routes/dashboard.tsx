import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { dashboardFunction } from "../function";
import { dashboardTexts, readDashboardPage } from "../page.server";
import { DashboardPage } from "../ui/DashboardPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(dashboardFunction, ({ calls, shop }, args) =>
  readDashboardPage(new URL(args.request.url), calls.dashboard, shop, new Date()),
);

export const action = callsAction(dashboardFunction, dashboardTexts);

/** The customer dashboard. */
export default function Dashboard() {
  return <DashboardPage {...useLoaderData<typeof loader>()} />;
}
