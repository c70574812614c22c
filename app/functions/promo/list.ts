import type { PromoTab } from "~/domain/submissions/access";
import type { ListDeclaration } from "~/platform/list";

/** The choices of the page size dropdown. The second one is the default. */
export const PAGE_SIZES = [10, 20, 30, 40, 50] as const;
const PAGE_SIZE = PAGE_SIZES[1];

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
  assignmentQueue: "All",
} as const;
export type AssignmentType = keyof typeof ASSIGNMENT_TYPES;

const search = { maxLength: 60, hint: "Email, name, receipt ID or order", afterMs: 1_000 } as const;

/** The list on the tab Assignment Queue. */
export const assignmentList = {
  kind: "list",
  name: "promo-assignment",
  columns: [
    { key: "name", title: "Name", sortable: true, narrow: "title" },
    { key: "email", title: "Email", sortable: true, below: "name" },
    { key: "status", title: "Status" },
    // Both are empty until a submission is assigned: columns of their own would take the address's room.
    { key: "reviewer", title: "Assignee", below: "status" },
    { key: "createdDate", title: "Created Date", zone: "UTC", sortable: true },
    { key: "assignedDate", title: "Assigned Date", zone: "UTC", sortable: true, below: "createdDate" },
    { key: "promotion", title: "Promotion" },
    { key: "amount", title: "Amount", sortable: true, align: "end" },
    { key: "riskScore", title: "Risk", sortable: true, align: "end" },
  ],
  defaultSort: "createdDate asc",
  search,
  pageSize: PAGE_SIZE,
} as const satisfies ListDeclaration;

/** The list on the tab CSR Approvals. */
export const approvalsList = {
  kind: "list",
  name: "promo-approvals",
  columns: [
    { key: "email", title: "Email", sortable: true, narrow: "title" },
    { key: "createdDate", title: "Created", zone: "UTC", sortable: true },
    { key: "ageOfSubmission", title: "Age Of Submission" },
    { key: "status", title: "Status" },
    { key: "assignedDate", title: "Assigned Date", zone: "UTC", sortable: true },
    { key: "shippingAddress1", title: "Shipping Address 1" },
    { key: "shippingAddress2", title: "Shipping Address 2" },
    { key: "addressUsed", title: "Address Used" },
    { key: "receiptIdUsed", title: "ReceiptId Used" },
    { key: "promotion", title: "Promotion" },
    { key: "amount", title: "Amount", sortable: true, align: "end" },
    { key: "riskScore", title: "Risk", sortable: true, align: "end" },
  ],
  defaultSort: "createdDate asc",
  search,
  pageSize: PAGE_SIZE,
} as const satisfies ListDeclaration;

/** The list on the tab Loyalty Order. */
export const loyaltyList = {
  kind: "list",
  name: "promo-loyalty",
  columns: [
    { key: "email", title: "Email", sortable: true, narrow: "title" },
    { key: "createdDate", title: "Submission Date", zone: "UTC", sortable: true },
    { key: "status", title: "Status" },
    { key: "denyReason", title: "Deny Reason" },
    { key: "shippingAddress1", title: "Address" },
    { key: "shippingAddress2", title: "", hiddenTitle: "Address line 2" },
    { key: "addressUsed", title: "Address Used" },
    { key: "receiptIdUsed", title: "ReceiptId Used" },
    { key: "promotion", title: "Promotion" },
    { key: "amount", title: "Amount", sortable: true, align: "end" },
    { key: "riskScore", title: "Risk", sortable: true, align: "end" },
  ],
  defaultSort: "createdDate asc",
  search,
  pageSize: PAGE_SIZE,
} as const satisfies ListDeclaration;

/** The list on the tab All Submissions. */
export const submissionsList = {
  kind: "list",
  name: "promo-submissions",
  columns: [
    { key: "email", title: "Email", sortable: true, narrow: "title" },
    { key: "createdDate", title: "Submission Date", zone: "UTC", sortable: true },
    { key: "shippingAddress1", title: "Address" },
    {
      key: "shippingAddress2",
      title: "",
      hiddenTitle: "Address line 2",
      narrow: "plain",
      below: "shippingAddress1",
    },
    { key: "addressUsed", title: "Address Used" },
    { key: "status", title: "Status" },
    { key: "reviewer", title: "Assignee", below: "status" },
    { key: "decidedDate", title: "Approved/Denied Date", zone: "UTC", sortable: true, below: "createdDate" },
    { key: "orderName", title: "Order" },
    { key: "fulfillmentStatus", title: "Fulfillment Status", below: "orderName" },
    { key: "promotion", title: "Promotion" },
    { key: "amount", title: "Amount", sortable: true, align: "end" },
    { key: "ageRange", title: "Age Range", below: "promotion" },
    { key: "riskScore", title: "Risk", sortable: true, align: "end" },
  ],
  defaultSort: "createdDate asc",
  search,
  pageSize: PAGE_SIZE,
} as const satisfies ListDeclaration;
