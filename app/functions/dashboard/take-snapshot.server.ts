import { sql } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallOptions } from "~/connectors/shopify/port";
import type { SignInHook } from "~/core/installation.server";
import { requireShop, type Shop } from "~/platform/auth/shops.server";
import { type Clock, systemClock } from "~/platform/clock";
import { isoDateIn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { EVERY_SHOP } from "~/platform/jobs/schedule.server";
import { requestTask, type Task } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { readFigures } from "./read-figures.server";
import { customersTab, SNAPSHOTS } from "./tab";
import { customerSnapshots } from "./tables.server";

/**
 * Reads the figures of a shop's customers, and stores them as the values of the day in the shop's time zone. A day keeps its last
 * reading.
 * @returns when the figures were read
 * @throws a 502 refusal when Shopify doesn't answer. The stored figures are unchanged then
 */
export async function takeSnapshot(
  { domain, timeZone }: Pick<Shop, "domain" | "timeZone">,
  clock: Clock,
  options: CallOptions = {},
): Promise<Date> {
  const { figures, isTotalExact } = await readFigures(liveAdminApi(domain), options);
  const readAt = clock.now();
  const values = { ...figures, isTotalExact, readAt };
  await withShop(domain, (tx) =>
    tx
      .insert(customerSnapshots)
      .values({ shop: domain, day: isoDateIn(readAt, timeZone), ...values })
      .onConflictDoUpdate({
        target: [customerSnapshots.shop, customerSnapshots.day],
        set: values,
        // Two readings can overlap.
        setWhere: sql`${customerSnapshots.readAt} <= excluded.read_at`,
      }),
  );
  publishChange(domain, customersTab, { list: SNAPSHOTS });
  return readAt;
}

/** Reads the figures several times a day, so that a missed run doesn't lose the day. */
export const takeScheduledSnapshot: Task = {
  name: "dashboard.take-snapshot",
  schedule: { cron: "25 */3 * * *", due: EVERY_SHOP, spreadMinutes: 60 },
  async run(shop, signal) {
    try {
      await takeSnapshot(await requireShop(shop), systemClock, { priority: "bulk", signal });
    } catch (error) {
      // Shopify was called several times already. The next run is soon enough.
      if (!(error instanceof Refusal)) throw error;
      log.warn({ shop, reason: error.message }, "the figures of the customers could not be read");
    }
  },
};

/** Requests a reading at a sign-in when the latest one is older than a scheduled one would be: the first one, and after a pause. */
export const requestDueSnapshot: SignInHook = async (tx, shop) => {
  const { rows } = await tx.$client.query(
    "SELECT 1 FROM customer_snapshots WHERE shop = $1 AND read_at > now() - interval '3 hours' LIMIT 1",
    [shop],
  );
  if (rows.length === 0) await requestTask(takeScheduledSnapshot, shop, { tx });
};
