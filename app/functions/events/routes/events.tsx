import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { rememberTab } from "~/platform/tab-memory.server";
import { eventsFunction } from "../function";
import { EVENT_TABS } from "../messages";
import { eventTexts, readEventsPage } from "../page.server";
import { EventsPage } from "../ui/EventsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(eventsFunction, async ({ calls, administrator }, args) => {
  const url = new URL(args.request.url);
  const { tab, headers } = await rememberTab(args.request, "eventTab", EVENT_TABS);
  const part = url.searchParams.get("tab") === "deleted" ? "deleted" : tab;
  return data(await readEventsPage(url, part, calls, administrator.email), { headers });
});

export const action = callsAction(eventsFunction, eventTexts);

/** The Events screen. */
export default function Events() {
  return <EventsPage {...useLoaderData<typeof loader>()} />;
}
