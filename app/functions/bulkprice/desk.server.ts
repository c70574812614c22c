import { subDays } from "date-fns";
import { and, eq, lte, sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { approvalAboveSql } from "~/domain/prices/guard-rails/stored-guard-rails.server";
import { endOfDay } from "~/platform/dates/day-range";
import { importForm } from "./import";
import { productsOfFile } from "./scheduled-variants.server";
import { PRICES_LIST } from "./states";
import { priceSchedules } from "./tables.server";

const FILE_DAYS = 7;

/** Files of prices that change more products than the one who prepared them may. */
export const filesToApprove = defineDeskLine({
  name: "price-files-to-approve",
  for: "showBulkPrice",
  urgency: "today",
  noun: "price file that needs a second administrator",
  nouns: "price files that need a second administrator",
  action: "Review",
  address: "/bulkprice",
  list: PRICES_LIST,
  records: ({ shop, administrator, now }) => ({
    from: sql`import_runs AS run`,
    at: sql`run.created_at`,
    where: sql`run.shop = ${shop.domain} AND run.kind = ${importForm.id} AND run.created_at > ${subDays(now, FILE_DAYS)}
      AND run.checked_at IS NOT NULL AND run.job_id IS NULL AND NOT run.prepared_by @> ARRAY[${administrator.id}]
      AND ${approvalAboveSql(shop.domain)} IS NOT NULL AND ${productsOfFile(sql`run.id`)} > ${approvalAboveSql(shop.domain)}`,
  }),
});

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
