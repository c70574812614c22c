import { z } from "zod";
import { call } from "~/core/call.server";
import { SENT_AS } from "~/core/exports/delivery";
import { deliveryFields } from "~/core/exports/delivery.server";
import { hitsOf } from "~/core/lists/hits.server";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { promoTabs } from "~/domain/submissions/access";
import { FULFILLMENT_STATUSES, SUBMISSION_STATUSES } from "~/domain/submissions/statuses";
import { startSubmissionsExport } from "./export-submissions.server";
import * as fields from "./fields";
import {
  ASSIGNMENT_TYPES,
  type AssignmentType,
  LIST_SORTS,
  LOYALTY_SORTS,
  PAGE_SIZES,
  QUEUE_SORTS,
  SUBMISSION_TABS,
} from "./list";
import {
  loyaltyList,
  queueRow,
  readApprovals,
  readQueue,
  readSubmissionHits,
  readSubmissions,
  submissionsList,
} from "./list.server";
import * as options from "./list-options.server";
import { status, text } from "./schemas";

/** False when there are more than `total`: a search counts up to a limit, and its pages end there. */
const isExact = z.boolean();

const paged = numberedRequest(PAGE_SIZES[1]);

const sortField = <Sorts extends Record<string, string>>(sorts: Sorts) => {
  const keys = Object.keys(sorts) as [keyof Sorts & string];
  return z.enum(keys, `must be one of: ${keys.join(", ")}`).default("createdDate" as keyof Sorts & string);
};

const assignmentType = z.enum(
  Object.keys(ASSIGNMENT_TYPES) as [AssignmentType],
  `must be one of: ${Object.keys(ASSIGNMENT_TYPES).join(", ")}`,
);

/** The advanced filters. A text matches in any case. What comes from a look-up list is its value; people and reasons are ids. */
const submissionFilter = {
  search: fields.search,
  gender: fields.filterText,
  age: fields.filterText,
  receiptId: fields.filterText,
  receiptIdUsed: fields.yesNo.optional(),
  purchasingMethod: fields.filterText,
  purchaseDate: fields.filterDay.optional(),
  modelNumber: fields.filterText,
  retailer: fields.filterText,
  purchaseState: fields.filterText,
  /** Part of an address line. */
  shippingAddressLine: fields.filterText,
  shippingCity: fields.filterText,
  shippingCountry: fields.filterText,
  shippingState: fields.filterText,
  shippingPostalCode: fields.filterText,
  status: status.optional(),
  reviewer: fields.administratorId.optional(),
  approver: fields.administratorId.optional(),
  denier: fields.administratorId.optional(),
  denyReason: fields.reasonId.optional(),
  promotion: fields.promotionId.optional(),
  /** With or without #. */
  orderNumber: fields.filterText,
  fulfillmentStatus: z
    .enum(FULFILLMENT_STATUSES, `must be one of: ${FULFILLMENT_STATUSES.join(", ")}`)
    .optional(),
  shippingAddressUsed: fields.yesNo.optional(),
  /** The day in UTC. */
  createdDate: fields.filterDay.optional(),
};

/** False when submissions have more values than the list has. */
const isComplete = z.boolean();

/** The lists of submissions, and the look-up lists of their filters. */
export const listCalls = {
  csrApproval: call("GET /promo/submissions/csrApproval", {
    for: promoTabs("CsrApprovals"),
    summary: "A page of the submissions that are assigned to the caller",
    input: z.object({
      search: fields.search,
      sortField: sortField(QUEUE_SORTS),
      sortOrder: fields.sortOrder,
      /** Accepted and ignored: the session identifies the reviewer. */
      reviewer: text.max(100).optional(),
      ...paged,
    }),
    output: numberedPageOf(queueRow).extend({ isExact }),
    run(context, input) {
      return readApprovals(context, input);
    },
  }),
  loyaltyOrders: call("GET /promo/submissions/loyaltyOrders", {
    for: promoTabs("LoyaltyOrder"),
    summary: "A page of the submissions of loyalty promotions",
    input: z.object({
      search: fields.search,
      sortField: sortField(LOYALTY_SORTS),
      sortOrder: fields.sortOrder,
      status: status.optional(),
      denyReason: fields.reasonId.optional(),
      ...paged,
    }),
    output: numberedPageOf(submissionsList.row).extend({ isExact }),
    run(context, input) {
      const { search, status, denyReason, ...page } = input;
      return readSubmissions(context, loyaltyList, { search, status, denyReason, isLoyalty: true }, page);
    },
  }),
  list: call("GET /promo/submissions/list", {
    for: promoTabs("AllSubmissions"),
    summary: "A page of all submissions",
    input: z.object({
      ...submissionFilter,
      sortField: sortField(LIST_SORTS),
      sortOrder: fields.sortOrder,
      ...paged,
    }),
    output: numberedPageOf(submissionsList.row).extend({ isExact }),
    run(context, input) {
      const { sortField, sortOrder, page, pageSize, ...filter } = input;
      return readSubmissions(context, submissionsList, filter, { sortField, sortOrder, page, pageSize });
    },
  }),
  exportList: call("GET /promo/submissions/export/list", {
    for: promoTabs("AllSubmissions"),
    summary:
      "Write the spreadsheet of all submissions as a job, and email it to the caller and to the recipients",
    input: z.object({
      ...submissionFilter,
      ...deliveryFields,
      sendAs: z.enum(SENT_AS, `must be one of: ${SENT_AS.join(", ")}`).default("attachment"),
      operationId: fields.operationId,
    }),
    output: z.object({ ...fields.answered, jobId: text }),
    run(context, { operationId, recipients, sendAs, format, ...filter }) {
      return startSubmissionsExport(context, filter, { recipients, sendAs, format }, operationId);
    },
  }),
  hits: call("GET /promo/submissions/hits", {
    for: promoTabs(...SUBMISSION_TABS),
    summary: "How many submissions a search finds on each tab that the caller may open",
    input: z.object({
      ...submissionFilter,
      assignmentType: assignmentType.default("unAssigned"),
      loyaltyStatus: status.optional(),
      loyaltyReason: fields.reasonId.optional(),
    }),
    output: hitsOf(SUBMISSION_TABS).partial(),
    run(context, input) {
      return readSubmissionHits(context, input);
    },
  }),
  queue: call("GET /promo/submissions/{assignmentType}", {
    for: promoTabs("AssignmentQueue"),
    summary: "A page of the assignment queue",
    input: z.object({
      assignmentType,
      search: fields.search,
      sortField: sortField(QUEUE_SORTS),
      sortOrder: fields.sortOrder,
      ...paged,
    }),
    output: numberedPageOf(queueRow).extend({ isExact }),
    run(context, input) {
      return readQueue(context, input);
    },
  }),
  reviewers: call("GET /promo/reviewers/list", {
    for: promoTabs("AssignmentQueue", "AllSubmissions"),
    summary: "The administrators who review submissions",
    output: fields.listOf({
      email: text,
      name: text,
      /** False for one who can't open the tab CSR Approvals. */
      isAssignable: z.boolean(),
    }),
    run: (context) => options.readReviewerOptions(context),
  }),
  loyaltyDenyReasons: call("GET /promo/deny/loyaltyOrder/list", {
    for: promoTabs("LoyaltyOrder", "DenyList"),
    summary: "The deny reasons of loyalty submissions",
    output: fields.listOf({ reason: text, orderInList: z.number().int().nullable() }),
    run: (context) => options.readLoyaltyDenyOptions(context),
  }),
  denyReasons: call("GET /promo/deny/list", {
    for: promoTabs("CsrApprovals", "DenyList"),
    summary: "The deny reasons, in their order",
    output: fields.listOf({ reason: text, orderInList: z.number().int().nullable() }),
    run: (context) => options.readDenyOptions(context),
  }),
  holdReasons: call("GET /promo/hold/list", {
    for: promoTabs("CsrApprovals", "LoyaltyOrder", "DenyList"),
    summary: "The hold reasons, in their order",
    output: fields.listOf({ reason: text, orderInList: z.number().int().nullable() }),
    run: (context) => options.readHoldOptions(context),
  }),
  loyaltyStatuses: call("GET /promo/status/loyaltyOrderList", {
    for: promoTabs("LoyaltyOrder"),
    summary: "The statuses of loyalty submissions",
    output: fields.listOf({ status: z.enum(SUBMISSION_STATUSES) }),
    run: () => options.optionsOf("status", SUBMISSION_STATUSES),
  }),
  statuses: call("GET /promo/status/list", {
    for: promoTabs("AllSubmissions"),
    summary: "The statuses of submissions",
    output: fields.listOf({ status: z.enum(SUBMISSION_STATUSES) }),
    run: () => options.optionsOf("status", SUBMISSION_STATUSES),
  }),
  fulfillmentStatuses: call("GET /promo/fulfillmentStatus/list", {
    for: promoTabs("AllSubmissions"),
    summary: "The fulfillment statuses of orders",
    output: fields.listOf({ status: z.enum(FULFILLMENT_STATUSES) }),
    run: () => options.optionsOf("status", FULFILLMENT_STATUSES),
  }),
  ages: call("GET /promo/ages/list", {
    for: promoTabs("AllSubmissions"),
    summary: "The age ranges of all promotions and of their submissions",
    output: fields.listOf({ age: text }).extend({ isComplete }),
    run: (context) => options.readChoiceOptions(context, "age", "ages"),
  }),
  countries: call("GET /promo/countries/list", {
    for: promoTabs("AllSubmissions"),
    summary: "The countries of all promotions and of their submissions",
    output: fields.listOf({ country: text }).extend({ isComplete }),
    run: (context) => options.readChoiceOptions(context, "country", "countries"),
  }),
  genders: call("GET /promo/genders/list", {
    for: promoTabs("AllSubmissions"),
    summary: "The genders of all promotions and of their submissions",
    output: fields.listOf({ gender: text }).extend({ isComplete }),
    run: (context) => options.readChoiceOptions(context, "gender", "genders"),
  }),
  purchasingMethods: call("GET /promo/purchasingMethods/list", {
    for: promoTabs("AllSubmissions"),
    summary: "The purchasing methods of all promotions and of their submissions",
    output: fields.listOf({ method: text }).extend({ isComplete }),
    run: (context) => options.readChoiceOptions(context, "method", "methods"),
  }),
  retailers: call("GET /promo/retailers/list", {
    for: promoTabs("AllSubmissions"),
    summary: "The retailers of all promotions and of their submissions",
    output: fields.listOf({ retailer: text }).extend({ isComplete }),
    run: (context) => options.readChoiceOptions(context, "retailer", "retailers"),
  }),
  states: call("GET /promo/states/list/{country}", {
    for: promoTabs("AllSubmissions"),
    summary: "The states of purchase of all promotions and of their submissions",
    input: z.object({
      country: z.coerce.number("must be 1").int("must be 1").min(1, "must be 1").max(1, "must be 1"),
    }),
    output: fields.listOf({ state: text }).extend({ isComplete }),
    run: (context) => options.readChoiceOptions(context, "state", "states"),
  }),
  people: call("GET /promo/people/list", {
    for: promoTabs("AllSubmissions"),
    summary: "The administrators who review submissions, and former reviewers",
    output: fields.listOf({ email: text }),
    run: (context) => options.readPeopleOptions(context),
  }),
  promotionNames: call("GET /promo/promotions/names", {
    for: promoTabs("AllSubmissions"),
    summary: "The promotions, with the deleted ones that submissions are of",
    output: fields.listOf({ name: text, isDeleted: z.boolean() }),
    run: (context) => options.readPromotionOptions(context),
  }),
  allDenyReasons: call("GET /promo/deny/all/list", {
    for: promoTabs("AllSubmissions"),
    summary: "The deny reasons of all submissions, with the deleted ones that submissions have",
    output: fields.listOf({ reason: text, isLoyalty: z.boolean(), isDeleted: z.boolean() }),
    run: (context) => options.readReasonOptions(context),
  }),
};
