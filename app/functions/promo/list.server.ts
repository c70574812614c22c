import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { listOf, type RowOf } from "~/core/lists/define-list.server";
import { withColumns } from "~/core/lists/define-row.server";
import { readHits } from "~/core/lists/hits.server";
import { numberedPage } from "~/core/lists/numbered-page";
import { promoTabs } from "~/domain/submissions/access";
import {
  listSubmissions,
  queueFields,
  SUBMISSION_SORTS,
  type SubmissionsRequest,
  submissionFields,
  submissionsQuery,
} from "~/domain/submissions/list-submissions.server";
import { readReviewSettings } from "~/domain/submissions/review-settings.server";
import { HIGH_RISK, type SubmissionStatus } from "~/domain/submissions/statuses";
import type { SubmissionFilter } from "~/domain/submissions/submission-filter.server";
import { mayUse } from "~/platform/auth/permission";
import { readShop } from "~/platform/db/read-shop.server";
import { APPROVALS_LIST, type AssignmentType, PAGE_SIZES, SUBMISSION_TABS } from "./list";

const search = { maxLength: 60, hint: "Email, name, receipt ID or order", afterMs: 1_000 } as const;

const AMOUNT = { key: "amount", title: "Amount", sort: SUBMISSION_SORTS.amount, align: "end" } as const;
const RISK = { title: "Risk", sort: SUBMISSION_SORTS.riskScore, align: "end" } as const;
const ADDRESS_2 = {
  title: "",
  hiddenTitle: "Address line 2",
  narrow: "plain",
  below: "shippingAddress1",
} as const;

/** The list on the tab Assignment Queue. */
export const assignmentList = listOf(submissionsQuery, {
  name: "promo-assignment",
  row: withColumns(queueFields, {
    name: { title: "Name", sort: SUBMISSION_SORTS.name, narrow: "title" },
    email: { title: "Email", format: "email", sort: SUBMISSION_SORTS.email, below: "name" },
    status: { title: "Status" },
    // Both are empty until a submission is assigned: columns of their own would take the address's room.
    reviewer: { title: "Assignee", below: "status" },
    createdDate: { title: "Created Date", zone: "UTC", sort: SUBMISSION_SORTS.createdDate },
    assignedDate: {
      title: "Assigned Date",
      zone: "UTC",
      sort: SUBMISSION_SORTS.assignedDate,
      below: "createdDate",
    },
    promotion: { title: "Promotion" },
    amountCents: AMOUNT,
    riskScore: RISK,
    risks: { title: "Reasons" },
  }),
  defaultSort: "createdDate asc",
  search: search,
  pageSize: PAGE_SIZES[1],
});

/** The list on the tab CSR Approvals. */
export const approvalsList = listOf(submissionsQuery, {
  name: APPROVALS_LIST,
  row: withColumns(queueFields, {
    email: { title: "Email", sort: SUBMISSION_SORTS.email, narrow: "title" },
    createdDate: { title: "Created", zone: "UTC", sort: SUBMISSION_SORTS.createdDate },
    ageOfSubmission: { title: "Age Of Submission" },
    status: { title: "Status" },
    // Below others, so that the address has room.
    assignedDate: {
      title: "Assigned Date",
      zone: "UTC",
      sort: SUBMISSION_SORTS.assignedDate,
      below: "createdDate",
    },
    shippingAddress1: { title: "Shipping Address 1" },
    shippingAddress2: { title: "Shipping Address 2", below: "shippingAddress1" },
    addressUsed: { title: "Address Used" },
    receiptIdUsed: { title: "ReceiptId Used", below: "addressUsed" },
    promotion: { title: "Promotion" },
    amountCents: AMOUNT,
    riskScore: RISK,
  }),
  defaultSort: "createdDate asc",
  search: search,
  pageSize: PAGE_SIZES[1],
});

/** The list on the tab Loyalty Order. */
export const loyaltyList = listOf(submissionsQuery, {
  name: "promo-loyalty",
  row: withColumns(submissionFields, {
    email: { title: "Email", sort: SUBMISSION_SORTS.email, narrow: "title" },
    createdDate: { title: "Submission Date", zone: "UTC", sort: SUBMISSION_SORTS.createdDate },
    status: { title: "Status" },
    denyReason: { title: "Deny Reason", below: "status" },
    shippingAddress1: { title: "Address" },
    shippingAddress2: ADDRESS_2,
    addressUsed: { title: "Address Used" },
    receiptIdUsed: { title: "ReceiptId Used", below: "addressUsed" },
    promotion: { title: "Promotion" },
    amountCents: AMOUNT,
    riskScore: RISK,
  }),
  defaultSort: "createdDate asc",
  search: { ...search, hint: "Search Submissions" },
  pageSize: PAGE_SIZES[1],
});

/** The list on the tab All Submissions. */
export const submissionsList = listOf(submissionsQuery, {
  name: "promo-submissions",
  row: withColumns(submissionFields, {
    email: { title: "Email", sort: SUBMISSION_SORTS.email, narrow: "title" },
    createdDate: { title: "Submission Date", zone: "UTC", sort: SUBMISSION_SORTS.createdDate },
    shippingAddress1: { title: "Address" },
    shippingAddress2: ADDRESS_2,
    addressUsed: { title: "Address Used" },
    status: { title: "Status" },
    reviewer: { title: "Assignee", below: "status" },
    aprovedDate: {
      key: "decidedDate",
      title: "Approved/Denied Date",
      zone: "UTC",
      sort: SUBMISSION_SORTS.decidedDate,
      below: "createdDate",
    },
    orderName: { title: "Order" },
    fulfillmentStatus: { title: "Fulfillment Status", below: "orderName" },
    promotion: { title: "Promotion" },
    amountCents: AMOUNT,
    ageRange: { title: "Age Range", below: "promotion" },
    riskScore: RISK,
  }),
  defaultSort: "createdDate asc",
  search: search,
  pageSize: PAGE_SIZES[1],
});

/** A submission in a queue, as calls answer it. */
export const queueRow = assignmentList.row.extend({
  /** Until when the submission is to be decided. */
  dueDate: z.string(),
  /** True after that. */
  isLate: z.boolean(),
});

export type QueueRow = z.infer<typeof queueRow>;

/** A submission on the tabs All Submissions and Loyalty Order. */
export type SubmissionRow = RowOf<typeof submissionsList>;

/** How a call asks for a page. */
interface PageInput {
  sortField: string;
  sortOrder: "asc" | "desc";
  page: number;
  pageSize: number;
}

const FILTER_OF: Record<AssignmentType, SubmissionFilter> = {
  unAssigned: { queue: "unassigned" },
  assigned: { queue: "assigned" },
  onHold: { queue: "held" },
  highRisk: { queue: "open", minRisk: HIGH_RISK },
  assignmentQueue: { queue: "open" },
};

const queueFilter = (search: string, type: AssignmentType): SubmissionFilter => ({
  search,
  isLoyalty: false,
  ...FILTER_OF[type],
});

const approvalsFilter = ({ administrator }: CallContext, search: string): SubmissionFilter => ({
  search,
  isLoyalty: false,
  queue: "open",
  reviewer: administrator.id,
});

/** A page of the assignment queue. */
export const readQueue = (
  context: CallContext,
  { assignmentType, search, ...input }: PageInput & { assignmentType: AssignmentType; search: string },
) => readQueuePage(context, assignmentList, queueFilter(search, assignmentType), input);

/** A page of the submissions that wait for the signed-in reviewer. */
export const readApprovals = (context: CallContext, { search, ...input }: PageInput & { search: string }) =>
  readQueuePage(context, approvalsList, approvalsFilter(context, search), input);

/** What is searched on the tabs. The filters of All Submissions, and those of the other tabs. */
interface HitsInput extends SubmissionFilter {
  search: string;
  assignmentType: AssignmentType;
  loyaltyStatus?: SubmissionStatus;
  loyaltyReason?: number;
}

/** How many submissions a search finds on each tab that the administrator may open. */
export async function readSubmissionHits(
  context: CallContext,
  { assignmentType, loyaltyStatus: status, loyaltyReason: denyReason, ...filter }: HitsInput,
) {
  const { search } = filter;
  const filterOf = {
    AssignmentQueue: queueFilter(search, assignmentType),
    CsrApprovals: approvalsFilter(context, search),
    LoyaltyOrder: { search, status, denyReason, isLoyalty: true },
    AllSubmissions: filter,
  };
  const tabs = SUBMISSION_TABS.filter((tab) => mayUse(context.administrator, promoTabs(tab)));
  return readHits(context.shop.domain, submissionsQuery, tabs, (tab) => filterOf[tab]);
}

async function readQueuePage(
  context: CallContext,
  list: typeof assignmentList | typeof approvalsList,
  filter: SubmissionFilter,
  input: PageInput,
) {
  const { domain } = context.shop;
  return readShop(domain, async (tx) => {
    const [{ targetHours }, { rows, total, isExact }] = await Promise.all([
      readReviewSettings(tx, domain),
      listSubmissions(tx, context, list, requestOf(filter, input)),
    ]);
    const due = rows.map(
      (row): QueueRow => ({
        ...row,
        dueDate: new Date(Date.parse(row.createdDate) + targetHours * 3_600_000).toISOString(),
        isLate: row.ageOfSubmission > targetHours * 3_600,
      }),
    );
    return { ...numberedPage(due, { ...input, total }), isExact };
  });
}

/** A page of submissions, in any status. */
export async function readSubmissions(
  context: CallContext,
  list: typeof submissionsList | typeof loyaltyList,
  filter: SubmissionFilter,
  input: PageInput,
) {
  const { rows, total, isExact } = await readShop(context.shop.domain, (tx) =>
    listSubmissions(tx, context, list, requestOf(filter, input)),
  );
  return { ...numberedPage<SubmissionRow>(rows, { ...input, total }), isExact };
}

const requestOf = (
  filter: SubmissionFilter,
  { sortField, sortOrder, page, pageSize }: PageInput,
): SubmissionsRequest => ({
  filter,
  order: { key: sortField, descending: sortOrder === "desc" },
  page,
  pageSize,
});
