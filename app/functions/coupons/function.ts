import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { viewsContract } from "~/core/views/contract";
import type { couponCalls } from "./calls.server";

export const couponsFunction = defineFunction<{
  coupons: typeof couponCalls;
  views: typeof viewsContract;
}>({
  name: "coupons",
  path: "/coupons",
  menuName: "coupons",
  description: "Discount codes that paid orders get by email, with their uses",
  permission: "showCoupons",
  group: "promotions",
});

/** Calls as the pages post them. */
export const couponCall = callsOf(couponsFunction);
