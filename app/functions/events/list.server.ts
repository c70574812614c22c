import { and, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { defineList, filter, type RowOf } from "~/core/lists/define-list.server";
import { column, field } from "~/core/lists/define-row.server";
import { readRow } from "~/core/lists/read-list.server";
import { withinNextDays } from "~/core/lists/within-days.server";
import { NO_SUCH_EVENT } from "~/domain/events/event.server";
import {
  countUpcomingEvents,
  EVENT_ID,
  EVENT_SHOP,
  EVENTS,
  eventFields,
  eventsOf,
  isEvent,
  isPublished,
  nameContains,
} from "~/domain/events/event-fields.server";
import { EVENTS_LIST } from "~/domain/events/limits";
import { REFUSED_GUESTS, refusalSql } from "~/domain/invitations/accept/refusals.server";
import { STATES_OF_PART } from "~/domain/invitations/states";
import { withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";
import { EVENT_PARTS } from "./messages";
import { eventCheckIns } from "./tables.server";

const whole = z.number().int();

/** Counted in the index `invitations_counted`: a hundred thousand people cost some ten milliseconds. */
const peopleIn = (states: readonly string[]): SQL => sql`(SELECT count(*)::int FROM invitations_of_shop AS i
  WHERE i.shop = ${EVENT_SHOP} AND i.audience = 'event' AND i.group_id = ${EVENT_ID}::text
    AND i.state IN (${sql.raw(states.map((state) => `'${state}'`).join(", "))}))`;

const REFUSED = sql`(SELECT count(*)::int FROM ${sql.raw(REFUSED_GUESTS)}
  WHERE refused.shop = ${EVENT_SHOP} AND guest.audience = 'event' AND guest.group_id = ${EVENT_ID}::text
    AND ${sql.raw(refusalSql({ id: "guest.id", state: "guest.state" }))} IS NOT NULL)`;

/** The Events list, and the deleted events. A shop has hundreds, not millions: they are counted with each first page. */
export const eventsList = defineList({
  name: EVENTS_LIST,
  few: "hundreds of events",
  from: EVENTS,
  id: { by: EVENT_ID, type: "integer" },
  where: ({ shop }) => sql`${EVENT_SHOP} = ${shop.domain}`,
  row: {
    ...eventFields,
    // Text, as every list row's.
    id: column(sql`${EVENT_ID}::text`, z.string(), { title: "ID", sort: "id", align: "end" }),
    /** All people on its list, registered or not. */
    invited: field(peopleIn(STATES_OF_PART.all), whole),
    registered: column(peopleIn(STATES_OF_PART.registered), whole, { title: "Registered" }),
    /** On the waiting list. */
    waiting: field(peopleIn(STATES_OF_PART.waiting), whole),
    canceled: field(peopleIn(STATES_OF_PART.canceled), whole),
    /** Guests whose registration Shopify refused. They are among those who haven't registered. */
    refused: field(REFUSED, whole),
    checkedIn: field(
      sql`(SELECT count(*)::int FROM ${eventCheckIns} AS c
        JOIN invitations_of_shop AS i ON i.shop = c.shop AND i.id = c.invitation_id AND i.state <> 'revoked'
       WHERE c.shop = ${EVENT_SHOP} AND c.event_id = ${EVENT_ID})`,
      whole,
    ),
  },
  filters: {
    part: filter(z.enum(EVENT_PARTS, `must be one of: ${EVENT_PARTS.join(", ")}`).default("events"), {
      where: (part, { shop }) =>
        and(
          eventsOf(shop.domain, { isDeleted: part === "deleted" }),
          part === "published" ? isPublished : undefined,
        ),
    }),
    ahead: withinNextDays(eventFields.dateFrom.read),
    /** 1 for those that haven't ended, with a guest that Shopify refused. */
    refused: filter(z.enum(["1"], "must be 1").optional(), {
      where: (_value, { clock }) => sql`(${eventFields.dateTo.read} > ${clock.now()} AND ${REFUSED} > 0)`,
    }),
  },
  search: { maxLength: 60, hint: "Name of the event", where: nameContains },
  count: {},
  defaultSort: "dateFrom desc",
  pageSize: 10,
  density: "compact",
});

/** An event with how many were invited, have registered, and came. */
export type EventRow = RowOf<typeof eventsList>;

/** One event, also a deleted one. @throws 404 when the shop has none of this id */
export async function readEventRow(context: CallContext, id: number): Promise<EventRow> {
  const { domain } = context.shop;
  const row = await withShop(domain, (tx) => readRow(tx, context, eventsList, isEvent(domain, id)));
  if (!row) throw notFound(NO_SUCH_EVENT);
  return row;
}

/** The home page's figure: the number of events that haven't ended. */
export async function readFigure({ shop: { domain }, clock }: CallContext): Promise<string> {
  const upcoming = await withShop(domain, (tx) => countUpcomingEvents(tx, domain, clock.now()));
  return pluralize(upcoming, "upcoming event");
}
