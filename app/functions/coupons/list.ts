import type { ListDeclaration } from "~/platform/list";

/** The grid of coupons. */
export const couponsList = {
  name: "coupons",
  columns: [
    { key: "code", title: "Coupon Code", sortable: true, narrow: "title" },
    { key: "used", title: "Used", narrow: "plain" },
    { key: "orderId", title: "Order Id" },
    { key: "assignedDate", title: "Assigned Date", sortable: true },
    { key: "email", title: "Email" },
    { key: "redeemed", title: "Redeemed By" },
    { key: "pool", title: "Pool" },
  ],
  defaultSort: "assignedDate desc",
  search: { maxLength: 60, hint: "Part of a code, or an order" },
  pageSize: 10,
  density: "compact",
} as const satisfies ListDeclaration;
