import { and, desc, eq, sql } from "drizzle-orm";
import type { PageRequest } from "~/core/lists/keyset-page";
import { defineListQuery, mapPage, readKeysetPage, type SortsOf } from "~/core/lists/list-query.server";
import { contains } from "~/core/lists/search.server";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ListResult } from "~/platform/list";
import type { ShopEvent } from "./event.server";
import { eventsList } from "./events-list";
import { events } from "./tables.server";

/** The events of a list. */
export interface EventFilter {
  shop: string;
  isDeleted: boolean;
  /** Leaves out drafts. */
  isPublished: boolean;
  /** A part of the name. */
  search: string;
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
  conditions: ({ shop, isDeleted, isPublished, search }: EventFilter) => [
    eq(events.shop, shop),
    eq(events.isDeleted, isDeleted),
    isPublished ? eq(events.active, true) : undefined,
    search ? contains(sql`lower(${events.name})`, search) : undefined,
  ],
  total: () => ({ kind: "counted" }),
});

/**
 * A page of events.
 * @param options.scope what narrows the list, its shop included: a cursor of another scope is refused
 * @throws 400 for an order or a cursor that is not this list's
 */
export async function findEvents(
  tx: ShopTransaction,
  filter: EventFilter,
  options: { scope: readonly unknown[]; request: PageRequest & { sort?: string } },
): Promise<ListResult<ShopEvent>> {
  const page = await readKeysetPage(
    eventsQuery,
    { list: eventsList, filter, ...options },
    ({ where, orderBy, limit, position, total }) =>
      tx.select({ event: events, position, total }).from(events).where(where).orderBy(orderBy).limit(limit),
  );
  return mapPage(page, ({ event }) => event);
}

/** Every event of the shop that is not deleted, latest first. */
export const readEvents = (tx: ShopTransaction, shop: string): Promise<ShopEvent[]> =>
  tx
    .select()
    .from(events)
    .where(and(eq(events.shop, shop), eq(events.isDeleted, false)))
    .orderBy(desc(events.dateFrom), desc(events.id));

/** How many published events are still to come or going on. */
export const countUpcomingEvents = (tx: ShopTransaction, shop: string, now: Date): Promise<number> =>
  tx.$count(
    events,
    and(
      eq(events.shop, shop),
      eq(events.isDeleted, false),
      eq(events.active, true),
      sql`${events.dateTo} >= ${now.toISOString()}::timestamptz`,
    ),
  );
