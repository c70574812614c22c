import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import type { PageRequest } from "~/core/lists/keyset-page";
import { defineListQuery, mapPage, readKeysetPage, type SortsOf } from "~/core/lists/list-query.server";
import { contains } from "~/core/lists/search.server";
import { findEvent, type ShopEvent } from "~/domain/events/event.server";
import { events } from "~/domain/events/tables.server";
import { nameOrder } from "~/platform/db/name-order.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { ListResult } from "~/platform/list";
import type { Event, EventRow } from "./contract";
import { type EventCounts, NOBODY_YET, readCounts } from "./counts.server";
import { eventsList } from "./list";
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
  const rows = await withShop(domain, (tx) =>
    tx
      .select()
      .from(events)
      .where(and(eq(events.shop, domain), eq(events.isDeleted, false)))
      .orderBy(desc(events.dateFrom), desc(events.id)),
  );
  return rows.map(eventOf);
}

/** One event, also a deleted one. @throws 404 when the shop has none of this id */
export async function readEvent({ shop: { domain } }: CallContext, id: number): Promise<EventRow> {
  return withShop(domain, async (tx) => {
    const event = await findEvent(tx, domain, id);
    return rowOf(event, (await readCounts(tx, domain, [id])).get(id) ?? NOBODY_YET);
  });
}

/** A shop has hundreds of events, not millions: they are counted with each first page. */
const eventsQuery = defineListQuery({
  from: sql`${events}`,
  id: { by: sql`${events.id}`, type: "integer" },
  sorts: {
    id: "id",
    name: { by: nameOrder(events.name), type: "text" },
    dateFrom: { by: sql`${events.dateFrom}`, type: "timestamptz" },
  } satisfies SortsOf<typeof eventsList>,
  conditions: ({ shop, part, search }: { shop: string; part: EventPart; search: string }) => [
    eq(events.shop, shop),
    eq(events.isDeleted, part === "deleted"),
    part === "published" ? eq(events.active, true) : undefined,
    search ? contains(sql`lower(${events.name})`, search) : undefined,
  ],
  total: () => ({ kind: "counted" }),
});

/** What a page of events is asked for with. */
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
  const options = {
    list: eventsList,
    filter: { shop: domain, part, search },
    scope: [domain, part, search],
    request,
  };
  return withShop(domain, async (tx) => {
    const page = await readKeysetPage(eventsQuery, options, ({ where, orderBy, limit, position, total }) =>
      tx.select({ event: events, position, total }).from(events).where(where).orderBy(orderBy).limit(limit),
    );
    const ids = page.rows.map(({ event }) => event.id);
    const counts = await readCounts(tx, domain, ids);
    return mapPage(page, ({ event }) => rowOf(event, counts.get(event.id) ?? NOBODY_YET));
  });
}

async function countEvents(tx: ShopTransaction, where: SQL | undefined): Promise<number> {
  const [row] = await tx.select({ count: sql<string>`count(*)` }).from(events).where(where);
  return Number(row?.count ?? 0);
}

/** The home page's figure: how many events are still to come or going on. */
export async function readFigure({ shop: { domain }, clock }: CallContext): Promise<string> {
  const upcoming = await withShop(domain, (tx) =>
    countEvents(
      tx,
      and(
        eq(events.shop, domain),
        eq(events.isDeleted, false),
        eq(events.active, true),
        sql`${events.dateTo} >= ${clock.now().toISOString()}::timestamptz`,
      ),
    ),
  );
  return `${upcoming.toLocaleString("en-US")} upcoming ${upcoming === 1 ? "event" : "events"}`;
}
