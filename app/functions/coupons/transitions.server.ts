import { defineStates } from "~/platform/states";
import type { CouponState } from "./tables.server";

/** The states of the code of a pool. A code that was removed has no row. */
export const couponStates = defineStates<CouponState>({
  table: "coupon_codes",
  transitions: {
    waiting: {
      free: "Shopify has the code.",
      assigned: "Shopify has the code of an order's coupon again.",
      failed: "Shopify refused the code.",
    },
    free: { assigned: "An order gets it.", removing: "Its import is undone, or it is deactivated." },
    assigned: { removing: "It is deactivated." },
    removing: {
      free: "Shopify didn't delete the code.",
      assigned: "Shopify didn't delete the code of an order's coupon.",
      deactivated: "Shopify deleted the code of a coupon that was deactivated.",
    },
    deactivated: { waiting: "It is activated again." },
    failed: { waiting: "The code is imported again, or its row is retried." },
  },
});
