import type { CallContext } from "~/core/context.server";
import type { PageRequest } from "~/core/lists/keyset-page";
import { mapPage } from "~/core/lists/list-query.server";
import { findEvent, type ShopEvent } from "~/domain/events/event.server";
import { countUpcomingEvents, findEvents, readEvents } from "~/domain/events/find-events.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { ListResult } from "~/platform/list";
import { pluralize } from "~/platform/text/pluralize";
import type { Event, EventRow } from "./contract";
import { type EventCounts, NO_PEOPLE, readCounts } from "./counts.server";
import type { EventPart } from "./tabs";

/** An event as the calls answer it. */
export const eventOf = ({ shop, operationId, createdAt, ...event }: ShopEvent): Event => ({
  ...event,
  dateFrom: event.dateFrom.toISOString(),
  dateTo: event.dateTo.toISOString(),
  rsvpBy: event.rsvpBy?.toISOString() ?? null,
});

const rowOf = (event: ShopEvent, counts: EventCounts): EventRow => ({
  ...eventOf(event),
  id: String(event.id),
  ...counts,
});

/** Every event of the shop that is not deleted, latest first. */
export async function listEvents({ shop: { domain } }: CallContext): Promise<Event[]> {
  const rows = await withShop(domain, (tx) => readEvents(tx, domain));
  return rows.map(eventOf);
}

/** One event, also a deleted one. @throws 404 when the shop has none of this id */
export async function readEvent({ shop: { domain } }: CallContext, id: number): Promise<EventRow> {
  return withShop(domain, async (tx) => {
    const event = await findEvent(tx, domain, id);
    return rowOf(event, (await readCounts(tx, domain, [id])).get(id) ?? NO_PEOPLE);
  });
}

/** A request for a page of events. */
export interface EventsRequest extends PageRequest {
  part: EventPart;
  /** A part of the name. */
  search: string;
  sort?: string;
}

/**
 * A page of events with how many people each has. Rows and count share one WHERE; ties are broken by id.
 * @throws 400 for an order or a cursor that is not this list's
 */
export async function pageOfEvents(
  { shop: { domain } }: CallContext,
  { part, search, ...request }: EventsRequest,
): Promise<ListResult<EventRow>> {
  const filter = { shop: domain, isDeleted: part === "deleted", isPublished: part === "published", search };
  return withShop(domain, async (tx) => {
    const page = await findEvents(tx, filter, { scope: [domain, part, search], request });
    const ids = page.rows.map(({ id }) => id);
    const counts = await readCounts(tx, domain, ids);
    return mapPage(page, (event) => rowOf(event, counts.get(event.id) ?? NO_PEOPLE));
  });
}

/** The home page's figure: the number of events that haven't ended. */
export async function readFigure({ shop: { domain }, clock }: CallContext): Promise<string> {
  const upcoming = await withShop(domain, (tx) => countUpcomingEvents(tx, domain, clock.now()));
  return pluralize(upcoming, "upcoming event");
}
