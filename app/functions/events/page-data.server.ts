import type { CallsOf } from "~/core/function-entry";
import { readListPage } from "~/core/lists/numbered-page";
import { eventsList } from "~/domain/events/events-list";
import { readListState, searchKind } from "~/platform/list";
import type { eventsFunction } from "./function";
import { INVITE_TABS, inviteesList, REGISTERED_OF } from "./invites/list";
import { EVENT_PARTS, type EventPart } from "./messages";
import type { EventsPageData } from "./ui/EventsPage";

/**
 * What the Events screen shows.
 * @param url its address, or the one that it was left at for the invitees of an event
 * @param email the signed-in administrator's own address
 */
export async function readEventsPage(
  url: URL,
  part: EventPart,
  calls: CallsOf<typeof eventsFunction>,
  email: string,
): Promise<EventsPageData> {
  const state = readListState(url, eventsList);
  const { direction, cursor: last_id, sort, search } = state;
  const [result, { views }] = await Promise.all([
    calls.events.page({ part, search, sort, direction, last_id }),
    calls.views.list({ list: eventsList.name }),
  ]);
  return { part, state, result, views, email };
}

/**
 * What the dialog of an event's invitees shows, and the list of events behind it, as it was left: `from` in the address keeps that.
 * @param email the signed-in administrator's own address
 */
export async function readInvitesPage(
  request: Request,
  eventId: number,
  calls: CallsOf<typeof eventsFunction>,
  email: string,
) {
  const url = new URL(request.url);
  const from = url.searchParams.get("from") ?? "";
  const eventsUrl = new URL(`/events?${from}`, url);
  const part = EVENT_PARTS.find((one) => one === eventsUrl.searchParams.get("tab")) ?? "events";
  const state = readListState(url, inviteesList);
  const tab = INVITE_TABS.find((one) => one === url.searchParams.get("tab")) ?? "all";
  // A date is searched as DD-MM-YYYY, any other text unchanged.
  const { searchValue: search } = searchKind(state.search);
  const { pageSize } = inviteesList;
  const [events, event, result] = await Promise.all([
    readEventsPage(eventsUrl, part, calls, email),
    calls.events.detail({ id: eventId }),
    readListPage(state.page ?? 1, pageSize, (page) =>
      calls.events.inviteList({ eventId, page, pageSize, registered: REGISTERED_OF[tab], search }),
    ),
  ]);
  return { events, event, tab, state, result, from };
}
