import { randomUUID } from "node:crypto";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { findQueued } from "~/core/mail/find-queued.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { couponPoolSubject, couponResent } from "./audit.server";
import { couponsList } from "./list";
import { EMAIL_SENT } from "./messages";
import { requirePool } from "./pool.server";
import { queueCouponMail } from "./queue-coupon-mail.server";
import { readOrderContact } from "./read-order-contact.server";

const NO_ADDRESS =
  "This order has no email address. Add one to the order in Shopify, then send the email again.";

/**
 * Sends the emails with an order's coupons again, to the address that the order has in Shopify now. The same operation again sends
 * nothing.
 * @throws 404 for an order without coupons or that no longer exists, 409 for one without an email address
 */
export async function resendCoupons(
  { shop, administrator }: CallContext,
  { orderId, operationId = randomUUID() }: { orderId: number; operationId?: string },
): Promise<string> {
  const hasCoupon = await withShop(shop.domain, (tx) => findCoupons(tx.$client, shop.domain, orderId));
  if (hasCoupon.length === 0) throw notFound("This order has no coupon. Reload the list.");
  const order = await readOrderContact(shop.domain, orderId, { priority: "person" });
  if (!order) throw notFound("Shopify no longer has this order, so its coupon can't be sent.");
  await withShop(shop.domain, async (tx) => {
    // The lock makes the same request again wait, and then find the email.
    for (const { id, code, pool_id } of await findCoupons(tx.$client, shop.domain, orderId, "FOR UPDATE")) {
      const key = `coupon:${id}:${administrator.id}:${operationId}`;
      if (await findQueued(tx, shop.domain, key)) continue;
      const pool = await requirePool(tx, shop.domain, Number(pool_id));
      const coupon = { id: Number(id), code, orderName: order.name };
      if (!(await queueCouponMail(tx, shop, pool, coupon, order, key))) throw conflict(NO_ADDRESS);
      await recordAudit(tx, shop.domain, couponResent, {
        actor: administrator,
        subject: { type: couponPoolSubject, id: pool_id },
        before: null,
        after: { coupon: code, order: order.name },
        flag: "showCoupons",
      });
    }
  });
  publishChange(shop.domain, "showCoupons", { list: couponsList.name });
  return EMAIL_SENT;
}

interface FoundCoupon {
  id: string;
  code: string;
  pool_id: string;
}

async function findCoupons(
  client: { query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }> },
  shop: string,
  orderId: number,
  lock: "" | "FOR UPDATE" = "",
): Promise<FoundCoupon[]> {
  const { rows } = await client.query(
    `SELECT id, code, pool_id FROM coupon_codes WHERE shop = $1 AND order_id = $2 ORDER BY id ${lock}`,
    [shop, orderId],
  );
  return rows as FoundCoupon[];
}
