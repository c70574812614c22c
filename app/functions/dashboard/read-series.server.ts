import { and, between, desc, eq, min } from "drizzle-orm";
import type { Shop } from "~/platform/auth/shops.server";
import { readShop } from "~/platform/db/read-shop.server";
import type { Point } from "./contract";
import type { MetricName } from "./metrics";
import type { DateRange } from "./range";
import { customerSnapshots } from "./tables.server";

/** The values of a metric by day, oldest first. Days without a reading are missing. */
export async function readSeries(
  { domain }: Pick<Shop, "domain">,
  metric: MetricName,
  { dateFrom, dateTo }: DateRange,
): Promise<Point[]> {
  const { shop, day, isTotalExact } = customerSnapshots;
  const rows = await readShop(domain, async (tx) =>
    tx
      .select({ date: day, value: customerSnapshots[metric], isTotalExact })
      .from(customerSnapshots)
      .where(and(eq(shop, domain), between(day, dateFrom, dateTo)))
      .orderBy(day),
  );
  return rows.map(({ date, value, isTotalExact: isExact }) => ({
    date,
    value,
    isExact: metric !== "total" || isExact,
  }));
}

/** The first day with a reading, YYYY-MM-DD. Null before the first one. */
export async function readFirstDay({ domain }: Pick<Shop, "domain">): Promise<string | null> {
  const [row] = await readShop(domain, async (tx) =>
    tx
      .select({ since: min(customerSnapshots.day) })
      .from(customerSnapshots)
      .where(eq(customerSnapshots.shop, domain)),
  );
  return row?.since ?? null;
}

/** The latest reading. Null before the first one. */
export async function readLatest({ domain }: Pick<Shop, "domain">) {
  const { total, isTotalExact, readAt, shop, day } = customerSnapshots;
  const [row] = await readShop(domain, async (tx) =>
    tx
      .select({ total, isTotalExact, readAt })
      .from(customerSnapshots)
      .where(eq(shop, domain))
      .orderBy(desc(day))
      .limit(1),
  );
  return row ?? null;
}
