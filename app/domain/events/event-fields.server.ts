import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { column, defineRow, field } from "~/core/lists/define-row.server";
import { queryRows, queryShop } from "~/core/lists/list-query.server";
import { contains } from "~/core/lists/search.server";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { events as event } from "./tables.server";

const text = z.string();
/** ISO 8601. */
const instant = text;
const whole = z.number().int();

/** Where the events are. */
export const EVENTS = sql`${event}`;

/** The specified fields of an event, and those that the pages need beside them. */
export const eventFields = {
  id: field(event.id, whole),
  name: column(event.name, text, {
    title: "Name",
    sort: { by: nameOrder(event.name), type: "text" },
    narrow: "title",
  }),
  description: field(event.description, text),
  dateFrom: column(event.dateFrom, instant, {
    title: "Date From",
    sort: { by: sql`${event.dateFrom}`, type: "timestamptz" },
  }),
  dateTo: column(event.dateTo, instant, { title: "Date To" }),
  location: column(event.location, text, { title: "Location", below: "name", narrow: "plain" }),
  active: column(event.active, z.boolean(), { title: "Is Published", narrow: "plain" }),
  isDeleted: field(event.isDeleted, z.boolean()),
  /** The administrator's number; 0 is shown as Admin. */
  createdBy: field(event.createdBy, whole, Number),
  createdByName: field(event.createdByName, text),
  capacity: field(event.capacity, whole.nullable()),
  rsvpBy: field(event.rsvpBy, instant.nullable()),
  reminds: field(event.reminds, z.boolean()),
  /** To be sent back with a change. */
  version: field(event.version, whole),
};

const eventRow = defineRow(eventFields);

/** An event as calls answer it. */
export const eventSchema = eventRow.schema;
export type Event = z.infer<typeof eventSchema>;

/** A shop's events: the deleted ones, or the others. */
export const eventsOf = (shop: string, { isDeleted }: { isDeleted: boolean }): SQL | undefined =>
  and(eq(event.shop, shop), eq(event.isDeleted, isDeleted));

export const isPublished = eq(event.active, true);

export const nameContains = (search: string): SQL => contains(sql`lower(${event.name})`, search);

/** The condition of one event. */
export const isEvent = (shop: string, id: number): SQL =>
  sql`${event.shop} = ${shop} AND ${event.id} = ${id}`;

/** An event as calls answer it. */
export async function readEvent(shop: string, id: number): Promise<Event> {
  const [record] = await queryShop<object>(
    shop,
    sql`SELECT ${eventRow.select} FROM ${EVENTS} WHERE ${isEvent(shop, id)}`,
  );
  if (!record) throw new Error(`There is no event ${id}.`);
  return eventRow.of(record);
}

/** Every event of the shop that is not deleted, latest first. */
export async function readEvents(tx: ShopTransaction, shop: string): Promise<Event[]> {
  const latestFirst = sql.join([desc(event.dateFrom), desc(event.id)], sql`, `);
  const records = await queryRows<object>(
    tx,
    sql`SELECT ${eventRow.select} FROM ${EVENTS} WHERE ${eventsOf(shop, { isDeleted: false })} ORDER BY ${latestFirst}`,
  );
  return records.map((record) => eventRow.of(record));
}

/** How many published events are still to come or going on. */
export const countUpcomingEvents = (tx: ShopTransaction, shop: string, now: Date): Promise<number> =>
  tx.$count(
    event,
    and(
      eventsOf(shop, { isDeleted: false }),
      isPublished,
      sql`${event.dateTo} >= ${now.toISOString()}::timestamptz`,
    ),
  );

/** The event's shop and id, for what another folder adds to it. */
export const EVENT_SHOP = sql`${event.shop}`;
export const EVENT_ID = sql`${event.id}`;
