import { eq } from "drizzle-orm";
import { shops } from "~/platform/auth/tables.server";
import { formatZonedDateTime } from "~/platform/dates/instant";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ShopEvent } from "./event.server";

/** The time zone in which a shop's guests read dates. */
export async function timeZoneOf(tx: ShopTransaction, shop: string): Promise<string> {
  const [row] = await tx.select({ timeZone: shops.timeZone }).from(shops).where(eq(shops.shop, shop));
  return row?.timeZone ?? "UTC";
}

/** When an event begins and ends, for its guests. */
export const formatEventDates = (
  { dateFrom, dateTo }: Pick<ShopEvent, "dateFrom" | "dateTo">,
  timeZone: string,
): string => `${formatZonedDateTime(dateFrom, timeZone)} to ${formatZonedDateTime(dateTo, timeZone)}`;
