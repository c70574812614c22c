import { assertOwnDeletion } from "~/core/audit/deletion.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { requestFillWaiting } from "./assign.server";
import { couponPoolArchived, couponPoolRestored, couponPoolSubject } from "./audit.server";
import { couponsList } from "./list.server";
import { clearAlert, lockPool } from "./pool.server";
import { type CouponPool, readPool } from "./read-pools.server";

/** How the archiving of a pool is recorded. */
export const couponPoolArchiving = { type: couponPoolSubject, action: couponPoolArchived };

/**
 * Archives a pool, or restores it. Orders get no codes of an archived one, and its alerts stop. Codes that orders have keep working in
 * Shopify. Restored, it serves the orders that still wait. Nothing happens to one that is so already.
 * @throws 404 for an unknown pool, 409 for an Undo as `assertOwnDeletion`
 */
export async function archivePool(
  context: CallContext,
  id: number,
  isArchived: boolean,
  isUndo = false,
): Promise<CouponPool> {
  const { shop, administrator, clock } = context;
  const { domain } = shop;
  const pool = await withShop(domain, async (tx) => {
    const { name, archivedAt } = await lockPool(tx, domain, id);
    if ((archivedAt !== null) === isArchived) return readPool(tx, shop, id, clock.now());
    if (isUndo) await assertOwnDeletion(tx, context, { ...couponPoolArchiving, id }, "archived this pool");
    await tx.$client.query(
      "UPDATE coupon_pools SET archived_at = $3, version = version + 1 WHERE shop = $1 AND id = $2",
      [domain, id, isArchived ? clock.now() : null],
    );
    await recordAudit(tx, domain, isArchived ? couponPoolArchived : couponPoolRestored, {
      actor: administrator,
      subject: { type: couponPoolSubject, id: String(id) },
      before: null,
      after: { pool: name },
      flag: "showCoupons",
    });
    if (!isArchived) {
      await clearAlert(tx, domain, id);
      await requestFillWaiting(tx, domain);
    }
    return readPool(tx, shop, id, clock.now());
  });
  publishChange(domain, "showCoupons", { list: couponsList.name });
  return pool;
}
