import { recordAudit } from "~/core/audit/record-audit.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { BACKROOM } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { isMailAddress } from "~/platform/mail-address";
import { couponDiscountDeleted, couponPoolSubject } from "./audit.server";
import { couponDiscountDeletedMail } from "./mail-texts.server";
import { ALERT_ADDRESS, WAITING, waitingSentence } from "./pool-level.server";

/** Ends a pool whose discount was deleted in Shopify, and queues the email about it. Nothing happens to a pool that has ended. */
export async function endPool(
  tx: ShopTransaction,
  shop: string,
  { id, discountNumber }: { id: number; discountNumber: number },
): Promise<void> {
  const { rows } = await tx.$client.query<{ name: string; address: string | null; waiting: string }>(
    `UPDATE coupon_pools AS p SET ends_at = now()
      WHERE p.shop = $1 AND p.id = $2 AND (p.ends_at IS NULL OR p.ends_at > now())
     RETURNING p.name, ${ALERT_ADDRESS} AS address, ${WAITING} AS waiting`,
    [shop, id],
  );
  const [pool] = rows;
  if (!pool) return;
  await recordAudit(tx, shop, couponDiscountDeleted, {
    actor: BACKROOM,
    subject: { type: couponPoolSubject, id: String(id) },
    before: null,
    after: { discount: String(discountNumber) },
    flag: "showCoupons",
  });
  if (!pool.address || !isMailAddress(pool.address)) return;
  await queueMail(tx, shop, couponDiscountDeletedMail, {
    key: `coupon-discount-deleted:${id}`,
    to: { email: pool.address },
    flag: "showCoupons",
    values: { pool: pool.name, waiting: waitingSentence(Number(pool.waiting)) },
  });
}
