/** Which coupons a list shows: all, those that an order has, or the others. */
export const USES = ["all", "used", "not used"] as const;
export type Use = (typeof USES)[number];

/** What narrows the list of coupons besides its search. */
export interface CouponFilter extends AssignedRange {
  /** The number of the pool. */
  pool?: number;
  used: Use;
}

/** When coupons were assigned: up to but not including `until`. A coupon that wasn't is in no range. */
export interface AssignedRange {
  from?: Date;
  until?: Date;
}

/** Reads the filter of the page's address. A value that isn't valid doesn't narrow. */
export function readCouponFilter(parameters: URLSearchParams): CouponFilter {
  const pool = Number(parameters.get("pool") ?? "");
  const used = USES.find((use) => use === parameters.get("used")) ?? "all";
  return { pool: Number.isSafeInteger(pool) && pool > 0 ? pool : undefined, used };
}
