import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { findEvent, type ShopEvent } from "~/domain/events/event.server";
import { events } from "~/domain/events/tables.server";
import type { CallContext } from "~/platform/contract/context.server";
import type { PageRequest } from "~/platform/contract/page";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { keyset } from "~/platform/keyset.server";
import { assertSort, type ListResult } from "~/platform/list";
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

/** What the list can be ordered by, and how its values are compared. */
const ORDERS: Record<string, { by: SQL; type: string }> = {
  id: { by: sql`${events.id}`, type: "integer" },
  name: { by: sql`lower(${events.name})`, type: "text" },
  dateFrom: { by: sql`${events.dateFrom}`, type: "timestamptz" },
};

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
  { part, search, sort = eventsList.defaultSort, ...page }: EventsRequest,
): Promise<ListResult<EventRow>> {
  const { key, descending: falls } = assertSort(sort, eventsList);
  const { by, type } = ORDERS[key] as { by: SQL; type: string };
  const { name, pageSize } = eventsList;
  const paging = keyset(page, { of: [name, domain, part, search, sort], descending: falls, pageSize });
  const { beside, descending } = paging;
  const order = descending ? desc : asc;
  const sign = sql.raw(descending ? "<" : ">");
  const onwards =
    beside && sql`(${by}, ${events.id}) ${sign} (${beside[0]}::${sql.raw(type)}, ${beside[1]}::integer)`;
  return withShop(domain, async (tx) => {
    const where = and(eq(events.shop, domain), ...conditionsOf(part, search));
    const found = await tx
      .select({ event: events, position: sql<string>`${by}::text` })
      .from(events)
      .where(and(where, onwards ?? undefined))
      .orderBy(order(by), order(events.id))
      .limit(paging.limit);
    const counts = await readCounts(
      tx,
      domain,
      found.map(({ event }) => event.id),
    );
    return paging.page(found, {
      positionOf: ({ event, position }) => [position, String(event.id)],
      rowOf: ({ event }) => rowOf(event, counts.get(event.id) ?? NOBODY_YET),
      total: beside ? null : { count: await countEvents(tx, where), exact: true },
    });
  });
}

function conditionsOf(part: EventPart, search: string): (SQL | undefined)[] {
  const literal = search.toLowerCase().replace(/[\\%_]/g, "\\$&");
  return [
    eq(events.isDeleted, part === "deleted"),
    part === "published" ? eq(events.active, true) : undefined,
    search ? sql`lower(${events.name}) LIKE ${`%${literal}%`}` : undefined,
  ];
}

/** A shop has hundreds of events, not millions: they are counted as they are asked for. */
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
