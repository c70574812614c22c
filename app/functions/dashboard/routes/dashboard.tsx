import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { answerDashboardForm } from "../dashboard-form.server";
import { dashboardFunction } from "../function";
import { readDashboardPage } from "../read-dashboard-page.server";
import { DashboardPage } from "../ui/DashboardPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, dashboardFunction, ({ calls, shop }) =>
    readDashboardPage(new URL(args.request.url), calls.dashboard, shop, new Date()),
  );

export const action = (args: ActionFunctionArgs) =>
  authorize(args, dashboardFunction, async ({ calls }) =>
    answerDashboardForm(calls.dashboard, await args.request.formData()),
  );

/** The customer dashboard. */
export default function Dashboard() {
  return <DashboardPage {...useLoaderData<typeof loader>()} />;
}
