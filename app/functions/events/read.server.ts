import type { CallContext } from "~/core/context.server";
import type { PageRequest } from "~/core/lists/keyset-page";
import { mapPage } from "~/core/lists/list-query.server";
import { findEvent, type ShopEvent } from "~/domain/events/event.server";
import { countUpcomingEvents, findEvents, readEvents } from "~/domain/events/find-events.server";
import { REFUSED_GUESTS, refusalSql } from "~/domain/invitations/accept/refusals.server";
import { STATES_OF_PART } from "~/domain/invitations/states";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { ListResult } from "~/platform/list";
import { pluralize } from "~/platform/text/pluralize";
import type { EventPart } from "./messages";
import type { Event, EventRow } from "./schemas";

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
interface EventsRequest extends PageRequest {
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

/** How many people an event has. */
interface EventCounts {
  /** All people on its list, registered or not. */
  invited: number;
  registered: number;
  waiting: number;
  canceled: number;
  /** Whose registration Shopify refused. */
  refused: number;
  checkedIn: number;
}

export const NO_PEOPLE: EventCounts = {
  invited: 0,
  registered: 0,
  waiting: 0,
  canceled: 0,
  refused: 0,
  checkedIn: 0,
};

/** Counted in the index `invitations_counted`: a hundred thousand people cost some ten milliseconds. */
const inStates = (states: readonly string[]): string =>
  `(SELECT count(*)::int FROM invitations_of_shop
     WHERE shop = $1 AND audience = 'event' AND group_id = wanted.id::text
       AND state IN (${states.map((state) => `'${state}'`).join(", ")}))`;

const COUNTS = `
  SELECT wanted.id,
         ${inStates(STATES_OF_PART.all)} AS invited,
         ${inStates(STATES_OF_PART.registered)} AS registered,
         ${inStates(STATES_OF_PART.waiting)} AS waiting,
         ${inStates(STATES_OF_PART.canceled)} AS canceled,
         (SELECT count(*)::int FROM ${REFUSED_GUESTS}
           WHERE refused.shop = $1 AND guest.audience = 'event' AND guest.group_id = wanted.id::text
             AND ${refusalSql({ id: "guest.id", state: "guest.state" })} IS NOT NULL) AS refused,
         (SELECT count(*)::int FROM event_check_ins c
            JOIN invitations_of_shop i ON i.shop = c.shop AND i.id = c.invitation_id AND i.state <> 'revoked'
           WHERE c.shop = $1 AND c.event_id = wanted.id) AS "checkedIn"
    FROM unnest($2::int[]) AS wanted(id)`;

/** How many people these events have. */
export async function readCounts(
  tx: ShopTransaction,
  shop: string,
  eventIds: readonly number[],
): Promise<Map<number, EventCounts>> {
  if (eventIds.length === 0) return new Map();
  const { rows } = await tx.$client.query<EventCounts & { id: number }>(COUNTS, [shop, eventIds]);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
