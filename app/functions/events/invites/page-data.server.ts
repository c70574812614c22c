import type { CallsOf } from "~/core/function-entry";
import { readListPage } from "~/core/lists/numbered-page";
import { readListState, searchKind } from "~/platform/list";
import type { eventsFunction } from "../function";
import { EVENT_PARTS } from "../messages";
import { readEventsPage } from "../page-data.server";
import { INVITE_TABS, inviteesList, REGISTERED_OF } from "./list";

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
