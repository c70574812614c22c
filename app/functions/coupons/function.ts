import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { viewsCalls } from "~/core/views/calls.server";
import type { couponCalls, couponExportCalls } from "./calls.server";

export const couponsFunction = defineFunction<{
  coupons: typeof couponCalls;
  exports: typeof couponExportCalls;
  views: typeof viewsCalls;
}>({
  name: "coupons",
  path: "/coupons",
  menuName: "coupons",
  description: "Discount codes that paid orders get by email, with their uses",
  permission: "showCoupons",
  further: [{ path: "/coupons/pools", title: "Coupon pools" }],
  actions: [{ path: "/coupons/pools/new", title: "New coupon pool" }],
  group: "promotions",
});

/** Calls as the pages post them. */
export const couponCall = callsOf(couponsFunction);
