import { sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { waitsForReader } from "~/core/imports/imports.server";
import { importedPrices } from "./import.server";
import { PRICES_LIST } from "./states";
import { priceSchedules, startsToday } from "./tables.server";

/** Files of prices that change more products than the one who prepared them may. */
export const filesToApprove = defineDeskLine({
  name: "price-files-to-approve",
  for: "showBulkPrice",
  urgency: "today",
  noun: "price file that needs a second administrator",
  nouns: "price files that need a second administrator",
  action: "Review",
  address: "/bulkprice/import?part=waiting",
  list: PRICES_LIST,
  records: ({ shop, administrator, now }) => ({
    from: sql`import_runs AS run`,
    at: sql`run.created_at`,
    where: waitsForReader(importedPrices, { shop, administrator, clock: { now: () => now } }, sql`run`),
  }),
});

/** Until midnight in the shop's calendar. */
export const pricesOfToday = defineDeskLine({
  name: "prices-today",
  for: "showBulkPrice",
  urgency: "today",
  noun: "price that starts today",
  nouns: "prices that start today",
  action: "Look at them",
  address: "/bulkprice?starts=today",
  list: PRICES_LIST,
  timing: "until",
  records: ({ shop, now }) => ({
    from: sql`${priceSchedules} AS s`,
    at: sql`s.effective_at`,
    where: sql`s.shop = ${shop.domain} AND ${startsToday(now, shop.timeZone)}`,
  }),
});
