import { assertOwnDeletion, type Deletion, readDeletion } from "~/core/audit/deletion.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { pause } from "~/platform/deadline.server";
import { conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { requestFillWaiting } from "./assign.server";
import { couponActivated, couponDeactivated, couponPoolSubject } from "./audit.server";
import { requestSendCodes } from "./batch.server";
import { sendHeldMails } from "./held-mails.server";
import { couponsList } from "./list.server";
import { checkLevel, clearAlert, requirePool } from "./pool.server";
import type { CouponState } from "./tables.server";
import { couponStates } from "./transitions.server";

interface LockedCoupon {
  id: string;
  code: string;
  pool_id: string;
  order_id: string | null;
  state: CouponState;
  batch_id: string | null;
  is_deactivated: boolean;
  /** A customer has used it, as far as Backroom knows. */
  is_used: boolean;
}

/** What a coupon is about that was just changed. */
interface ChangedCoupon {
  id: string;
  code: string;
  /** A customer has used it, so it can't be activated again. */
  isUsed: boolean;
}

const changed = ({ id, code, is_used: isUsed }: LockedCoupon): ChangedCoupon => ({ id, code, isUsed });

async function lockCoupon(tx: ShopTransaction, shop: string, id: number): Promise<LockedCoupon> {
  const { rows } = await tx.$client.query<LockedCoupon>(
    `SELECT id, code, pool_id, order_id, state, batch_id, deactivated_at IS NOT NULL AS is_deactivated,
            redeemed_at IS NOT NULL AS is_used
       FROM coupon_codes WHERE shop = $1 AND id = $2 FOR UPDATE`,
    [shop, id],
  );
  const [coupon] = rows;
  if (!coupon) throw notFound("There is no such coupon. Reload the list.");
  return coupon;
}

/**
 * Deactivates a coupon: no order gets it from now on, and its code is deleted from its discount in Shopify, also if an order has it.
 * Nothing happens to one that is deactivated already.
 * @throws 404 for an unknown coupon, 409 for one that Shopify doesn't have
 */
export async function deactivateCoupon(context: CallContext, id: number): Promise<ChangedCoupon & Deletion> {
  const { shop, administrator } = context;
  const { domain } = shop;
  const coupon = await withShop(domain, async (tx) => {
    const before = await lockCoupon(tx, domain, id);
    if (before.is_deactivated) return before;
    if (before.state !== "free" && before.state !== "assigned")
      throw conflict("Shopify is adding or removing this code. Try again in a minute.");
    await tx.$client.query(
      `UPDATE coupon_codes SET ${couponStates.set("removing")}, deactivated_at = now(), message = NULL
        WHERE shop = $1 AND id = $2 AND ${couponStates.before("removing")}`,
      [domain, id],
    );
    await recordAudit(tx, domain, couponDeactivated, {
      actor: administrator,
      subject: { type: couponPoolSubject, id: before.pool_id },
      before: { coupon: before.code },
      after: null,
      flag: "showCoupons",
    });
    await checkLevel(tx, domain, Number(before.pool_id));
    await requestSendCodes(tx, domain);
    return before;
  });
  publishChange(domain, "showCoupons", { list: couponsList.name });
  return { ...changed(coupon), ...(await readDeletion(context, deactivationOf(coupon), coupon.pool_id)) };
}

/** How the deactivation of a coupon is recorded: in the history of its pool. */
const deactivationOf = ({ code }: Pick<LockedCoupon, "code">) => ({
  type: couponPoolSubject,
  action: couponDeactivated,
  before: { coupon: code },
});

/** Shopify mostly deletes a code within a second. An undo that comes earlier waits for it. */
const TRY_EVERY_MS = 500;
const MAX_TRIES = 20;

/**
 * Activates a coupon again: its code is added to its discount in Shopify, and it is free, or its order's. Nothing happens to an active
 * one. While Shopify deletes its code, this waits.
 * @throws 404 for an unknown coupon, 409 while its code is still being deleted, for an Undo as `assertOwnDeletion`, and for one that a
 * customer has used: Shopify counts the uses of a code that is added again from zero
 */
export async function activateCoupon(
  context: CallContext,
  id: number,
  isUndo: boolean,
): Promise<ChangedCoupon> {
  const { domain } = context.shop;
  for (let tries = 1; ; tries += 1) {
    const coupon = await withShop(domain, (tx) => tryToActivate(tx, context, id, isUndo));
    if (coupon) {
      publishChange(domain, "showCoupons", { list: couponsList.name });
      return changed(coupon);
    }
    if (tries === MAX_TRIES)
      throw conflict("Shopify is still deleting this code. Activate it again in a minute.");
    await pause(TRY_EVERY_MS);
  }
}

/** @returns null while a batch deletes its code */
async function tryToActivate(
  tx: ShopTransaction,
  context: CallContext,
  id: number,
  isUndo: boolean,
): Promise<LockedCoupon | null> {
  const { administrator } = context;
  const { domain } = context.shop;
  const coupon = await lockCoupon(tx, domain, id);
  if (!coupon.is_deactivated || coupon.state === "waiting") return coupon;
  if (isUndo) {
    const deactivation = { ...deactivationOf(coupon), id: coupon.pool_id };
    await assertOwnDeletion(tx, context, deactivation, `deactivated the coupon ${coupon.code}`);
  }
  if (coupon.state === "removing") {
    if (coupon.batch_id !== null) return null;
    // No batch has it yet, so Shopify still has its code.
    await tx.$client.query(
      `UPDATE coupon_codes SET state = CASE WHEN order_id IS NULL THEN 'free' ELSE 'assigned' END, deactivated_at = NULL
        WHERE shop = $1 AND id = $2`,
      [domain, id],
    );
    await clearAlert(tx, domain, Number(coupon.pool_id));
    await requestFillWaiting(tx, domain);
    await sendHeldMails(tx, domain, [id]);
  } else {
    if (coupon.is_used)
      throw conflict(
        `A customer has used the code ${coupon.code}. Activated again, it could be used once more. Add another code instead.`,
      );
    await tx.$client.query(
      `UPDATE coupon_codes SET ${couponStates.set("waiting")}, message = NULL
        WHERE shop = $1 AND id = $2 AND ${couponStates.before("waiting")}`,
      [domain, id],
    );
    await requestSendCodes(tx, domain);
  }
  await requirePool(tx, domain, Number(coupon.pool_id));
  await recordAudit(tx, domain, couponActivated, {
    actor: administrator,
    subject: { type: couponPoolSubject, id: coupon.pool_id },
    before: null,
    after: { coupon: coupon.code },
    flag: "showCoupons",
  });
  return coupon;
}
