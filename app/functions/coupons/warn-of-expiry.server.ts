import { queueMail } from "~/core/mail/queue-mail.server";
import { requireShop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";
import { isMailAddress } from "~/platform/mail-address";
import { couponExpiryMail } from "./mail-texts.server";
import { lastValidDay } from "./pool.server";
import { ALERT_ADDRESS } from "./pool-level.server";

const DAYS_BEFORE = 7;

/** Emails once that the discount of a pool that assigns coupons ends within a week. */
export const warnOfExpiry: Task = {
  name: "coupons.warn-of-expiry",
  schedule: "40 12 * * *",
  async run(domain) {
    const shop = await requireShop(domain);
    await withShop(domain, async (tx) => {
      const { rows } = await tx.$client.query<{
        id: string;
        name: string;
        ends_at: Date;
        address: string | null;
      }>(
        `SELECT p.id, p.name, p.ends_at, ${ALERT_ADDRESS} AS address FROM coupon_pools AS p
          WHERE p.shop = $1 AND p.assigns AND p.ends_at BETWEEN now() AND now() + make_interval(days => ${DAYS_BEFORE})
          ORDER BY p.id`,
        [domain],
      );
      for (const { id, name, ends_at, address } of rows) {
        if (!address || !isMailAddress(address)) continue;
        await queueMail(tx, domain, couponExpiryMail, {
          key: `coupon-expiry:${id}:${ends_at.toISOString()}`,
          to: { email: address },
          flag: "showCoupons",
          values: { pool: name, endDate: lastValidDay(ends_at, shop) },
        });
      }
    });
  },
};
