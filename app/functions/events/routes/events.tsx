import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { rememberTab } from "~/platform/tab-memory.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerEventsForm } from "../form.server";
import { eventsFunction } from "../function";
import { readEventsPage } from "../page-data.server";
import { EVENT_TABS } from "../tabs";
import { EventsPage } from "../ui/EventsPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, eventsFunction, async ({ calls, administrator }) => {
    const url = new URL(args.request.url);
    const { tab, headers } = await rememberTab(args.request, "eventTab", EVENT_TABS);
    const part = url.searchParams.get("tab") === "deleted" ? "deleted" : tab;
    return data(await readEventsPage(url, part, calls, administrator.email), { headers });
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, eventsFunction, async ({ calls }) =>
    answerEventsForm(calls.events, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Events screen. */
export default function Events() {
  return <EventsPage {...useLoaderData<typeof loader>()} />;
}
