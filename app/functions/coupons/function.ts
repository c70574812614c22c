import { defineFunction } from "~/core/function-entry";
import type { viewsContract } from "~/core/views/contract";
import type { couponsContract } from "./contract";

export const couponsFunction = defineFunction<{
  coupons: typeof couponsContract;
  views: typeof viewsContract;
}>({
  name: "coupons",
  path: "/coupons",
  menuName: "coupons",
  description: "Discount codes that paid orders get by email, with their uses",
  permission: "showCoupons",
  group: "function",
});
