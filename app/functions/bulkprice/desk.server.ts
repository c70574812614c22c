import { and, eq, lte, sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { endOfDay } from "~/platform/dates/day-range";
import { PRICES_LIST } from "./states";
import { priceSchedules } from "./tables.server";

/** Until midnight in the shop's calendar. */
export const pricesOfToday = defineDeskLine({
  name: "prices-today",
  for: "showBulkPrice",
  urgency: "today",
  noun: "price that starts today",
  nouns: "prices that start today",
  action: "See the calendar",
  address: "/bulkprice/calendar",
  list: PRICES_LIST,
  timing: "until",
  records: ({ shop, now }) => ({
    from: sql`${priceSchedules}`,
    at: sql`${priceSchedules.effectiveAt}`,
    where: and(
      eq(priceSchedules.shop, shop.domain),
      eq(priceSchedules.state, "scheduled"),
      lte(priceSchedules.effectiveAt, endOfDay(now, shop.timeZone, 0)),
    ),
  }),
});
