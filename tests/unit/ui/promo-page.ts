import type { AllSubmissions } from "~/functions/promo/ui/AllSubmissions";
import { cents } from "~/platform/money/cents";
import { pageOfRows } from "./page-of-rows";

type ListRow = Parameters<typeof AllSubmissions>[0]["result"]["rows"][number];

/** A submission that was approved and shipped. */
/** What a customer entered, and the promotion, as lists show them. */
export const ENTERED = {
  promotion: "Free battery",
  amountCents: cents(4_990),
  ageRange: "25-34",
  riskScore: 60,
  risks: ["Similar receipt picture"],
};

export const LISTED: ListRow = {
  id: "7",
  email: "ana@customers.example",
  createdDate: "2026-11-20T18:05:00.000Z",
  status: "Shipped",
  denyReason: null,
  shippingAddress1: "1 Main St",
  shippingAddress2: null,
  addressUsed: false,
  receiptIdUsed: true,
  reviewer: "assignee@shop.example",
  approver: "approver@shop.example",
  aprovedDate: "2026-11-21T00:05:00.000Z",
  denier: null,
  deniedDate: null,
  orderName: "#1001",
  fulfillmentStatus: "Shipped",
  ...ENTERED,
};

export const TABS = [
  "Dashboard",
  "AssignmentQueue",
  "CsrApprovals",
  "LoyaltyOrder",
  "AllSubmissions",
  "DenyList",
] as const;

/** The props of a tab that lists submissions. @param pages of the whole list */
export const page = <Row>(rows: Row[], pages = 1) => ({
  tabs: TABS,
  state: { search: "", sort: "createdDate asc", direction: "next" } as never,
  pageSize: 20,
  result: pageOfRows(rows, { hasNextPage: pages > 1, pager: { page: 1, pages } }),
});
