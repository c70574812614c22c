import type { QueuedMail } from "~/core/mail/mail-text";
import { queueAgain } from "~/core/mail/queue-mail.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** The reason of a held email, by which it is found again. Its code would be refused at checkout. */
export const DEACTIVATED =
  "The coupon was deactivated before this email was sent. It is sent when the coupon is activated again.";

const ARCHIVED = "The coupon pool was archived before this email was sent.";

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

/** The key of the email that a pool's discount ends: another end has another email. */
export const expiryMailKey = (poolId: string, endsAt: Date): string =>
  `coupon-expiry:${poolId}:${endsAt.toISOString()}`;

/** Why the email that a pool's discount ends must not be sent now, in a sentence; null when it may be. */
export async function reasonNotToWarn(
  tx: ShopTransaction,
  { shop, key }: QueuedMail,
): Promise<string | null> {
  const id = /^coupon-expiry:(\d+):/.exec(key)?.[1];
  // A test email is about no pool.
  if (!id) return null;
  const { rows } = await tx.$client.query<{
    endsAt: Date | null;
    hasEnded: boolean | null;
    isArchived: boolean;
    assigns: boolean;
  }>(
    `SELECT ends_at AS "endsAt", ends_at <= now() AS "hasEnded", archived_at IS NOT NULL AS "isArchived", assigns
       FROM coupon_pools WHERE shop = $1 AND id = $2`,
    [shop, id],
  );
  const [pool] = rows;
  if (!pool) return null;
  if (pool.isArchived) return ARCHIVED;
  if (!pool.assigns) return "The coupon pool no longer assigns coupons, so this email wasn't sent.";
  if (pool.hasEnded) return "The discount of the coupon pool had ended before this email could be sent.";
  const isSame = pool.endsAt !== null && expiryMailKey(id, pool.endsAt) === key;
  return isSame ? null : "The end of the pool's discount was changed before this email was sent.";
}

/** The key of the alert that a pool is running out: once until codes are added. */
export const levelMailKey = (poolId: string, alertedAt: Date): string =>
  `coupon-level:${poolId}:${alertedAt.getTime()}`;

/** Why the alert that a pool is running out must not be sent now, in a sentence; null when it may be. */
export async function reasonNotToAlert(
  tx: ShopTransaction,
  { shop, key }: QueuedMail,
): Promise<string | null> {
  const id = /^coupon-level:(\d+):/.exec(key)?.[1];
  // A test email is about no pool.
  if (!id) return null;
  const { rows } = await tx.$client.query<{ alertedAt: Date | null; isArchived: boolean }>(
    `SELECT alerted_at AS "alertedAt", archived_at IS NOT NULL AS "isArchived" FROM coupon_pools WHERE shop = $1 AND id = $2`,
    [shop, id],
  );
  const [pool] = rows;
  if (!pool) return null;
  if (pool.isArchived) return ARCHIVED;
  const isSame = pool.alertedAt !== null && levelMailKey(id, pool.alertedAt) === key;
  return isSame ? null : "The pool had enough free codes again before this email was sent.";
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
