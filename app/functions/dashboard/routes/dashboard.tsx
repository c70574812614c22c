import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerDashboardForm } from "../dashboard-form.server";
import { dashboardFunction } from "../function";
import { readDashboardPage } from "../read-dashboard-page.server";
import { DashboardPage } from "../ui/DashboardPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, dashboardFunction, ({ calls, shop }) =>
    readDashboardPage(new URL(args.request.url), calls.dashboard, shop, new Date()),
  );

export const action = (args: ActionFunctionArgs) =>
  authorize(args, dashboardFunction, async ({ calls }) =>
    answerDashboardForm(calls.dashboard, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The customer dashboard. */
export default function Dashboard() {
  return <DashboardPage {...useLoaderData<typeof loader>()} />;
}
