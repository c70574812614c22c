import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of coupons. */
export const examples: ExampleRequests = {
  "coupons.list": () => ({ path: "/coupons/list" }),
  "coupons.export": () => ({ path: "/coupons/list/export" }),
  "coupons.resend": () => ({ path: "/coupons/resend", body: { id: "1" } }),
  "coupons.pools": () => ({ path: "/coupons/pools" }),
  "coupons.poolNames": () => ({ path: "/coupons/poolNames" }),
  "coupons.pool": () => ({ path: "/coupons/pools/1" }),
  "coupons.previewRule": () => ({ path: "/coupons/rules/preview?tag=vip&minimum=10.00" }),
  "coupons.createPool": () => ({ path: "/coupons/pools", body: { name: "An example", percent: 10 } }),
  "coupons.changePool": () => ({
    path: "/coupons/pools/1",
    body: { name: "An example", percent: 10, version: 1 },
  }),
  "coupons.generate": () => ({
    path: "/coupons/pools/1/codes",
    body: { pattern: "AN-EXAMPLE-######", count: 2 },
  }),
  "coupons.testEmail": () => ({ path: "/coupons/pools/1/testEmail", body: {} }),
  "coupons.archivePool": () => ({ path: "/coupons/pools/1/archive", body: {} }),
  "coupons.restorePool": () => ({ path: "/coupons/pools/1/restore", body: {} }),
  "coupons.deactivate": () => ({ path: "/coupons/1/deactivate", body: {} }),
  "coupons.activate": () => ({ path: "/coupons/1/activate", body: {} }),
  "coupons.figure": () => ({ path: "/coupons/figure" }),
  "imports.importCoupons": () => ({
    path: "/couponsupload",
    body: { excelData: [{ CouponCode: "AN-EXAMPLE" }], pool: 1 },
  }),
  "exports.coupons.rows": () => ({ path: "/coupons/list/export", body: {} }),
  "exports.coupons.start": () => ({ path: "/coupons/list/export/job", body: {} }),
};
