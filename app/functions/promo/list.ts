import type { PromoTab } from "~/domain/submissions/access";

/** The choices of the page size dropdown. The second one is the default. */
export const PAGE_SIZES = [10, 20, 30, 40, 50] as const;

/** The realtime list of the submissions that a reviewer decides. */
export const APPROVALS_LIST = "promo-approvals";

/** The fields that each list can be sorted by, as the calls name them, with their names in the dropdown. */
export const QUEUE_SORTS = {
  createdDate: "Created Date",
  assignedDate: "Assigned Date",
  name: "Name",
  email: "Email",
  amount: "Amount",
  riskScore: "Risk",
} as const;
export const LIST_SORTS = {
  createdDate: "Created Date",
  email: "Email",
  decidedDate: "Approved/Denied Date",
  amount: "Amount",
  riskScore: "Risk",
} as const;
export const LOYALTY_SORTS = {
  createdDate: "Created Date",
  email: "Email",
  amount: "Amount",
  riskScore: "Risk",
} as const;

/** The tabs that are lists of submissions. */
export const SUBMISSION_TABS = [
  "AssignmentQueue",
  "CsrApprovals",
  "LoyaltyOrder",
  "AllSubmissions",
] as const satisfies readonly PromoTab[];

/** The labels of the tabs. */
export const PROMO_TABS: Record<PromoTab, string> = {
  Dashboard: "Dashboard",
  AssignmentQueue: "Assignment Queue",
  CsrApprovals: "CSR Approvals",
  LoyaltyOrder: "Loyalty Order",
  AllSubmissions: "All Submissions",
  DenyList: "Deny List",
};

/** What the queue shows, by the value in the path. */
export const ASSIGNMENT_TYPES = {
  unAssigned: "Unassigned",
  assigned: "Assigned",
  onHold: "On Hold",
  highRisk: "High risk",
  assignmentQueue: "All",
} as const;
export type AssignmentType = keyof typeof ASSIGNMENT_TYPES;
