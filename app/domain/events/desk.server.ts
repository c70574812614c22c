import { addDays } from "date-fns";
import { and, eq, gte, lte, sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { REFUSED_GUESTS, refusalSql } from "~/domain/invitations/accept/refusals.server";
import { AUDIENCES } from "~/domain/invitations/audiences";
import { EVENTS_LIST } from "./limits";
import { events } from "./tables.server";

const DAYS = 7;

export const eventsOfWeek = defineDeskLine({
  name: "events-this-week",
  for: "showEvents",
  urgency: "soon",
  noun: "event within a week",
  nouns: "events within a week",
  action: "Prepare",
  address: `/events?tab=events&ahead=${DAYS}`,
  list: EVENTS_LIST,
  timing: "until",
  records: ({ shop, now }) => ({
    from: sql`${events}`,
    at: sql`${events.dateFrom}`,
    where: and(
      eq(events.shop, shop.domain),
      gte(events.dateFrom, now),
      lte(events.dateFrom, addDays(now, DAYS)),
      eq(events.isDeleted, false),
    ),
  }),
});

/** Guests of coming events whose registration Shopify refused. Each is on the check-in list of its event. */
export const refusedGuests = defineDeskLine({
  name: "events-refused-guests",
  for: "showEvents",
  urgency: "today",
  noun: "guest refused by Shopify",
  nouns: "guests refused by Shopify",
  action: "Register",
  address: "/events?tab=events&refused=1",
  list: AUDIENCES.event.list,
  records: ({ shop, now }) => ({
    from: sql`${sql.raw(REFUSED_GUESTS)}
      JOIN events AS event ON event.shop = guest.shop AND event.id::text = guest.group_id`,
    at: sql`refused.at`,
    where: and(
      sql`refused.shop = ${shop.domain} AND guest.audience = 'event' AND NOT event.is_deleted AND event.date_to > ${now}`,
      sql.raw(`${refusalSql({ id: "guest.id", state: "guest.state" })} IS NOT NULL`),
    ),
  }),
});
