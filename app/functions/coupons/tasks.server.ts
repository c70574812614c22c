import { isShopifyDown } from "~/connectors/shopify/live.server";
import { finishIntent, finishOpenIntents, runIntent } from "~/core/intents/run-intent.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { requireShop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { StartLater, startTurn } from "~/platform/jobs/start-later.server";
import { defineTask, NIGHTLY_SPREAD_MINUTES } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { isMailAddress } from "~/platform/mail-address";
import { batchIntent, openNextBatch, requestSendCodes, SEND_CODES } from "./batch.server";
import { expiryMailKey } from "./held-mails.server";
import { couponExpiryMail } from "./mail-texts.server";
import { ALERT_ADDRESS, lastValidDay } from "./pool.server";
import { settleBatch } from "./settle-batch.server";

/** Sends the codes that wait to be added or removed, in batches. */
export const sendCodes = defineTask({
  name: SEND_CODES,
  schedule: {
    cron: "*/5 * * * *",
    due: "EXISTS (SELECT FROM coupon_codes AS due WHERE due.shop = shops.shop AND due.state IN ('waiting', 'removing'))",
  },
  async run(shop, signal, slot) {
    const endOfTurn = startTurn(shop, slot);
    while (!signal.aborted) {
      const batch = await openNextBatch(shop);
      if (!batch) return;
      try {
        await runIntent(batchIntent, batch, systemClock, (lease) => settleBatch(batch, lease, signal));
      } catch (error) {
        // The batch stays open and is finished soon. The other pools' codes don't wait for it.
        log.warn({ shop, poolId: batch.poolId, err: error }, "a batch of coupons is unfinished");
        if (await isShopifyDown(shop, error)) return;
      }
      const startsAt = endOfTurn();
      if (startsAt) throw new StartLater("More codes wait to be sent.", startsAt);
    }
  },
});

/** Finishes batches that a crash or a lost answer left open. */
export const finishBatches = finishOpenIntents(batchIntent, async (abandoned, signal) => {
  await finishIntent(batchIntent, abandoned, (row, lease) => settleBatch(row, lease, signal));
  await withShop(abandoned.shop, (tx) => requestSendCodes(tx, abandoned.shop));
});

const DAYS_BEFORE = 7;

/** Emails once that the discount of a pool that assigns coupons ends within a week. */
export const warnOfExpiry = defineTask({
  name: "coupons.warn-of-expiry",
  schedule: {
    cron: "40 12 * * *",
    due: "EXISTS (SELECT FROM coupon_pools AS due WHERE due.shop = shops.shop AND due.assigns AND due.archived_at IS NULL AND due.ends_at > now())",
    spreadMinutes: NIGHTLY_SPREAD_MINUTES,
  },
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
          WHERE p.shop = $1 AND p.assigns AND p.archived_at IS NULL AND p.ends_at BETWEEN now() AND now() + make_interval(days => ${DAYS_BEFORE})
          ORDER BY p.id`,
        [domain],
      );
      for (const { id, name, ends_at, address } of rows) {
        if (!address || !isMailAddress(address)) continue;
        await queueMail(tx, domain, couponExpiryMail, {
          key: expiryMailKey(id, ends_at),
          to: { email: address },
          flag: "showCoupons",
          values: { pool: name, endDate: lastValidDay(ends_at, shop) },
        });
      }
    });
  },
});
