import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { dashboardFunction } from "../function";
import { dashboardTexts, readDashboardPage } from "../page.server";
import { DashboardPage } from "../ui/DashboardPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, dashboardFunction, ({ calls, shop }) =>
    readDashboardPage(new URL(args.request.url), calls.dashboard, shop, new Date()),
  );

export const action = (args: ActionFunctionArgs) => answerCalls(args, dashboardFunction, dashboardTexts);

/** The customer dashboard. */
export default function Dashboard() {
  return <DashboardPage {...useLoaderData<typeof loader>()} />;
}
