import { addDays } from "date-fns";
import { and, eq, gte, lte, sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { eventsList } from "./events-list";
import { events } from "./tables.server";

export const eventsOfWeek = defineDeskLine({
  name: "events-this-week",
  for: "showEvents",
  urgency: "soon",
  noun: "event within a week",
  nouns: "events within a week",
  action: "Prepare",
  address: "/events",
  list: eventsList.name,
  timing: "until",
  records: ({ shop, now }) => ({
    from: sql`${events}`,
    at: sql`${events.dateFrom}`,
    where: and(
      eq(events.shop, shop.domain),
      gte(events.dateFrom, now),
      lte(events.dateFrom, addDays(now, 7)),
      eq(events.isDeleted, false),
    ),
  }),
});
