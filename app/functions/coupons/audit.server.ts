import { sql } from "drizzle-orm";
import { auditAction } from "~/core/audit/audit-action.server";
import { auditSubject } from "~/core/audit/audit-subject.server";

export const couponPoolSubject = auditSubject("couponPool", {
  id: { type: "bigint", pattern: "^[0-9]{1,15}$" },
  find: (shop, id) => sql`SELECT json_build_object('name', p.name) FROM coupon_pools AS p
    WHERE p.shop = ${shop} AND p.id = ${id}`,
  nameless: "A deleted coupon pool",
  urlOf: () => "/coupons/pools",
});

/** A pool by the labels of its form. */
type PoolSide = Record<string, string>;

export const couponPoolCreated = auditAction<null, PoolSide>("coupon pool.created", "Created a coupon pool");
export const couponPoolChanged = auditAction<PoolSide, PoolSide>(
  "coupon pool.changed",
  "Changed a coupon pool",
);
export const couponDiscountDeleted = auditAction<null, { discount: string }>(
  "coupon pool.discount deleted",
  "Ended a coupon pool whose discount was deleted in Shopify",
);
export const couponsAdded = auditAction<null, { added: number; refused: number }>(
  "coupon pool.codes added",
  "Added coupons to a pool",
);
export const couponsRemoved = auditAction<null, { removed: number }>(
  "coupon pool.codes removed",
  "Removed coupons from a pool",
);
export const couponAssigned = auditAction<null, { coupon: string; order: string }>(
  "coupon pool.coupon assigned",
  "Assigned a coupon to an order",
);
export const couponDeactivated = auditAction<{ coupon: string }, null>(
  "coupon pool.coupon deactivated",
  "Deactivated a coupon",
);
export const couponActivated = auditAction<null, { coupon: string }>(
  "coupon pool.coupon activated",
  "Activated a coupon again",
);
export const couponPoolArchived = auditAction<null, { pool: string }>(
  "coupon pool.archived",
  "Archived a coupon pool",
);
export const couponPoolRestored = auditAction<null, { pool: string }>(
  "coupon pool.restored",
  "Restored a coupon pool",
);
export const couponResent = auditAction<null, { coupon: string; order: string }>(
  "coupon pool.coupon resent",
  "Sent the email of a coupon again",
);
