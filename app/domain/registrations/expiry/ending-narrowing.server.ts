import { sql } from "drizzle-orm";
import type { Narrowing } from "~/domain/customers/selection.server";
import { isoDateIn } from "~/platform/dates/instant";
import { type Ending, SOON_DAYS } from "./expiry";

/** Only customers whose registration has ended, or ends soon, by the shop's calendar. "Soon" begins today. */
export const endingNarrowing = (ending: Ending | undefined): Narrowing | undefined =>
  ending && {
    name: ending,
    condition(shop) {
      const today = isoDateIn(new Date(), shop.timeZone);
      if (ending === "expired") return sql`end_date < ${today}::date`;
      return sql`(end_date >= ${today}::date AND end_date <= ${today}::date + ${sql.raw(String(SOON_DAYS))})`;
    },
  };
