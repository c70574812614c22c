import { defineStates } from "~/platform/states";
import type { CouponState } from "./tables.server";

/** The states of the code of a pool. A code that was removed has no row. */
export const couponStates = defineStates<CouponState>({
  table: "coupon_codes",
  transitions: {
    waiting: { free: "Shopify has the code.", failed: "Shopify refused the code." },
    free: { assigned: "An order gets it.", removing: "Its import is undone." },
    assigned: {},
    removing: { free: "Shopify didn't delete the code." },
    failed: { waiting: "The code is imported again, or its row is retried." },
  },
});
