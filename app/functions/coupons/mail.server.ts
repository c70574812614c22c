import { randomUUID } from "node:crypto";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { orderContact } from "~/connectors/shopify/operations/orders";
import type { CallOptions } from "~/connectors/shopify/port";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { examplesOf } from "~/core/mail/mail-text";
import { renderText } from "~/core/mail/outbox.server";
import { findQueued, queueMail, queueRendered } from "~/core/mail/queue-mail.server";
import { findStop, stoppedText } from "~/core/mail/stops.server";
import { customerNumber } from "~/domain/customers/mirror-row";
import type { Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { isMailAddress } from "~/platform/mail-address";
import { publishChange } from "~/platform/realtime/publish.server";
import { couponPoolSubject, couponResent } from "./audit.server";
import { couponsList } from "./list.server";
import { couponMail } from "./mail-texts.server";
import { describeValidity, describeValue, requirePool, type StoredPool } from "./pool.server";

/** Who gets the email of an order's coupon. */
export interface OrderContact {
  /** Null for an order without one. */
  email: string | null;
  /** The first name, or the full name. */
  customerName: string;
  customerId: number | null;
}

/** Who gets an order's coupons, as Shopify has it now. @returns null for an order that doesn't exist */
export async function readOrderContact(
  shop: string,
  orderId: number,
  call: CallOptions,
): Promise<(OrderContact & { name: string }) | null> {
  const { order } = await liveAdminApi(shop).run(
    orderContact,
    { id: `gid://shopify/Order/${orderId}` },
    call,
  );
  if (!order) return null;
  const { customer } = order;
  return {
    name: order.name,
    email: order.email || customer?.defaultEmailAddress?.emailAddress || null,
    customerName: customer?.firstName || customer?.displayName || "",
    customerId: customer ? customerNumber(customer.id) : null,
  };
}

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

/** Specified text. Don't change it. */
const EMAIL_SENT = "Email sent successfully.";

const DEACTIVATED = "The coupon of this order is deactivated. Activate it, then send the email again.";

const ENDED =
  "The discount of this order's coupon has ended, so its code no longer works. Change the end date of the discount in Shopify, then send the email again.";

const NO_ADDRESS =
  "This order has no email address. Add one to the order in Shopify, then send the email again.";

/**
 * Sends the emails with an order's coupons again, to the address that the order has in Shopify now. Coupons whose discount has ended are
 * left out. The same operation again sends nothing.
 * @throws 404 for an order without coupons or that no longer exists, 409 for one without an email address, when a coupon of it is
 * deactivated, and when the discounts of all have ended
 */
export async function resendCoupons(
  { shop, administrator }: CallContext,
  { orderId, operationId = randomUUID() }: { orderId: number; operationId?: string },
): Promise<string> {
  const coupons = await withShop(shop.domain, (tx) => findCoupons(tx.$client, shop.domain, orderId));
  if (coupons.some(({ deactivated }) => deactivated)) throw conflict(DEACTIVATED);
  if (coupons.length === 0) throw notFound("This order has no coupon. Reload the list.");
  if (coupons.every(({ ended }) => ended)) throw conflict(ENDED);
  const order = await readOrderContact(shop.domain, orderId, { priority: "person" });
  if (!order) throw notFound("Shopify no longer has this order, so its coupon can't be sent.");
  await withShop(shop.domain, async (tx) => {
    // The lock makes the same request again wait, and then find the email.
    const locked = await findCoupons(tx.$client, shop.domain, orderId, "FOR UPDATE OF c");
    for (const { id, code, pool_id } of locked.filter(({ ended }) => !ended)) {
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
  deactivated: boolean;
  /** Its discount has ended. */
  ended: boolean;
}

async function findCoupons(
  client: { query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }> },
  shop: string,
  orderId: number,
  lock: "" | "FOR UPDATE OF c" = "",
): Promise<FoundCoupon[]> {
  const { rows } = await client.query(
    `SELECT c.id, c.code, c.pool_id, c.deactivated_at IS NOT NULL AS deactivated, coalesce(p.ends_at <= now(), false) AS ended
       FROM coupon_codes AS c JOIN coupon_pools AS p ON p.shop = c.shop AND p.id = c.pool_id
      WHERE c.shop = $1 AND c.order_id = $2 ORDER BY c.id ${lock}`,
    [shop, orderId],
  );
  return rows as FoundCoupon[];
}

/**
 * Sends the email of a pool's coupons to the caller, with the shop's wording, the pool's discount, and an example of a code and an order.
 * No coupon is used for it. Repeating the operation id sends nothing again.
 * @throws 400 when the caller's address isn't valid or bounced, 404 for an unknown pool
 */
export async function sendTestMail(
  { shop, administrator }: CallContext,
  poolId: number,
  operationId: string = randomUUID(),
): Promise<{ to: string }> {
  const { name, email } = administrator;
  if (!isMailAddress(email))
    throw badRequest("Your Shopify account has no valid email address to send the test to.");
  await withShop(shop.domain, async (tx) => {
    const pool = await requirePool(tx, shop.domain, poolId);
    const stop = await findStop(tx, shop.domain, email);
    if (stop) throw badRequest(stoppedText(stop.reason));
    const { order = "", code = "" } = examplesOf(couponMail);
    const rendered = await renderText(tx, shop.domain, couponMail, {
      name,
      order,
      code,
      value: describeValue(pool, shop),
      validity: describeValidity(pool, shop),
    });
    await queueRendered(
      tx,
      shop.domain,
      couponMail,
      {
        key: `coupon-test:${poolId}:${administrator.id}:${operationId}`,
        to: { email, name },
        flag: "showCoupons",
      },
      { ...rendered, subject: `[Test] ${rendered.subject}` },
    );
  });
  publishChange(shop.domain, "signed-in", { list: "mail" });
  return { to: email };
}
