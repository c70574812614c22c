import { queueMail } from "~/core/mail/queue-mail.server";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { isMailAddress } from "~/platform/mail-address";
import { couponMail } from "./mail-texts.server";
import type { OrderContact } from "./paid-order";
import { describeValidity, describeValue, type StoredPool } from "./pool.server";

/**
 * Queues the email of a coupon and names it in the coupon's row. The address is in the outbox only.
 * @param key the email's idempotency key
 * @returns false when the order has no email address
 */
export async function queueCouponMail(
  tx: ShopTransaction,
  shop: Shop,
  pool: StoredPool,
  coupon: { id: number; code: string; orderName: string },
  { email, customerName, customerId }: OrderContact,
  key: string,
): Promise<boolean> {
  if (!email || !isMailAddress(email)) return false;
  const mailId = await queueMail(tx, shop.domain, couponMail, {
    key,
    to: { email, name: customerName },
    customerId: customerId ?? undefined,
    flag: "showCoupons",
    values: {
      name: customerName || email,
      order: coupon.orderName,
      value: describeValue(pool, shop),
      code: coupon.code,
      validity: describeValidity(pool, shop),
    },
  });
  await tx.$client.query("UPDATE coupon_codes SET mail_id = $3 WHERE shop = $1 AND id = $2", [
    shop.domain,
    coupon.id,
    mailId,
  ]);
  return true;
}
