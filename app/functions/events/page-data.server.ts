import type { CallsOf } from "~/core/function-entry";
import { eventsList } from "~/domain/events/events-list";
import { readListState } from "~/platform/list";
import type { eventsFunction } from "./function";
import type { EventPart } from "./messages";
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
