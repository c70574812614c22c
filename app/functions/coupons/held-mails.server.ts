import type { QueuedMail } from "~/core/mail/mail-text";
import { queueAgain } from "~/core/mail/queue-mail.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** The reason of a held email, by which it is found again. Its code would be refused at checkout. */
export const DEACTIVATED =
  "The coupon was deactivated before this email was sent. It is sent when the coupon is activated again.";

const ENDED = "The discount of this coupon had ended before this email could be sent.";

/** Why the email of a coupon must not be sent now, in a sentence; null when it may be. */
export async function reasonNotToSend(
  tx: ShopTransaction,
  { shop, key }: QueuedMail,
): Promise<string | null> {
  const id = /^coupon:(\d+)(?::|$)/.exec(key)?.[1];
  // A test email is about no coupon.
  if (!id) return null;
  const { rows } = await tx.$client.query<{ isDeactivated: boolean; hasEnded: boolean | null }>(
    `SELECT c.deactivated_at IS NOT NULL AS "isDeactivated", p.ends_at <= now() AS "hasEnded"
       FROM coupon_codes AS c JOIN coupon_pools AS p ON p.shop = c.shop AND p.id = c.pool_id
      WHERE c.shop = $1 AND c.id = $2`,
    [shop, id],
  );
  const [coupon] = rows;
  if (coupon?.isDeactivated) return DEACTIVATED;
  return coupon?.hasEnded ? ENDED : null;
}

/** Queues the emails again that were held back, of those of these coupons that are active again. */
export async function sendHeldMails(
  tx: ShopTransaction,
  shop: string,
  couponIds: readonly (number | string)[],
): Promise<void> {
  const { rows } = await tx.$client.query<{ id: string }>(
    `SELECT mail.id FROM coupon_codes AS c JOIN mails AS mail ON mail.shop = c.shop AND mail.id = c.mail_id
      WHERE c.shop = $1 AND c.id = ANY($2::bigint[]) AND c.deactivated_at IS NULL
        AND mail.state = 'failed' AND mail.last_error = $3`,
    [shop, couponIds, DEACTIVATED],
  );
  await queueAgain(
    tx,
    shop,
    rows.map(({ id }) => id),
  );
}
