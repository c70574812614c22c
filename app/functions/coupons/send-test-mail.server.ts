import { randomUUID } from "node:crypto";
import type { CallContext } from "~/core/context.server";
import { examplesOf } from "~/core/mail/mail-text";
import { renderText } from "~/core/mail/outbox.server";
import { queueRendered } from "~/core/mail/queue-mail.server";
import { findStop, stoppedText } from "~/core/mail/stops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { isMailAddress } from "~/platform/mail-address";
import { publishChange } from "~/platform/realtime/publish.server";
import { couponMail } from "./mail-texts.server";
import { describeValidity, describeValue, requirePool } from "./pool.server";

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
