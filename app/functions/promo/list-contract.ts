import { z } from "zod";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { promoTabs } from "~/domain/submissions/access";
import { FULFILLMENT_STATUSES, SUBMISSION_STATUSES } from "~/domain/submissions/statuses";
import { call } from "~/platform/contract/call";
import {
  administratorId,
  answered,
  filterDay,
  filterText,
  listOf,
  operationId,
  reasonId,
  search,
  sortOrder,
  yesNo,
} from "./fields";
import {
  ASSIGNMENT_TYPES,
  type AssignmentType,
  LIST_SORTS,
  LOYALTY_SORTS,
  PAGE_SIZES,
  QUEUE_SORTS,
} from "./list";

const text = z.string();
/** An instant, ISO 8601. */
const instant = z.string();
const status = z.enum(SUBMISSION_STATUSES, `must be one of: ${SUBMISSION_STATUSES.join(", ")}`);

/** A submission in a queue. */
const queueRow = z.object({
  id: z.number().int(),
  name: text,
  displayName: text,
  email: text.nullable(),
  /** The assignee's email. */
  reviewer: text.nullable(),
  reviewerId: text.nullable(),
  status,
  /** The reason, while it is on hold. */
  holdReason: text.nullable(),
  assignedDate: instant.nullable(),
  createdDate: instant,
  /** In seconds. */
  ageOfSubmission: z.number().int(),
  /** True after the time within which a submission is to be decided. */
  isLate: z.boolean(),
  shippingAddress1: text,
  shippingAddress2: text.nullable(),
  addressUsed: z.boolean(),
  receiptIdUsed: z.boolean(),
  /** 0 to 100. */
  riskScore: z.number().int(),
  /** Why it came back to review after an approval. */
  problem: text.nullable(),
});
export type QueueRow = z.infer<typeof queueRow>;

/** A submission on the tabs All Submissions and Loyalty Order. */
const submissionRow = z.object({
  id: z.number().int(),
  email: text.nullable(),
  createdDate: instant,
  status,
  denyReason: text.nullable(),
  shippingAddress1: text,
  shippingAddress2: text.nullable(),
  addressUsed: z.boolean(),
  receiptIdUsed: z.boolean(),
  reviewer: text.nullable(),
  approver: text.nullable(),
  /** Spelled so in the calls that existed before. */
  aprovedDate: instant.nullable(),
  denier: text.nullable(),
  deniedDate: instant.nullable(),
  orderName: text.nullable(),
  fulfillmentStatus: z.enum(FULFILLMENT_STATUSES).nullable(),
});
export type SubmissionRow = z.infer<typeof submissionRow>;

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
  search,
  gender: filterText,
  age: filterText,
  receiptId: filterText,
  receiptIdUsed: yesNo.optional(),
  purchasingMethod: filterText,
  purchaseDate: filterDay.optional(),
  modelNumber: filterText,
  retailer: filterText,
  purchaseState: filterText,
  /** Part of an address line. */
  shippingAddressLine: filterText,
  shippingCity: filterText,
  shippingCountry: filterText,
  shippingState: filterText,
  shippingPostalCode: filterText,
  status: status.optional(),
  reviewer: administratorId.optional(),
  approver: administratorId.optional(),
  denier: administratorId.optional(),
  denyReason: reasonId.optional(),
  /** With or without #. */
  orderNumber: filterText,
  fulfillmentStatus: z
    .enum(FULFILLMENT_STATUSES, `must be one of: ${FULFILLMENT_STATUSES.join(", ")}`)
    .optional(),
  shippingAddressUsed: yesNo.optional(),
  /** The day in UTC. */
  createdDate: filterDay.optional(),
};

const options = <Key extends string>(key: Key, path: `/${string}`, summary: string) =>
  call(promoTabs("AllSubmissions"))
    .route({ method: "GET", path, summary })
    .output(listOf({ [key]: text } as Record<Key, z.ZodString>));

/** False when submissions have more values than the list has. */
const isComplete = z.boolean();
const choices = <Key extends string>(key: Key, path: `/${string}`, what: string) =>
  call(promoTabs("AllSubmissions"))
    .route({ method: "GET", path, summary: `The ${what} of all promotions and of their submissions` })
    .output(listOf({ [key]: text } as Record<Key, z.ZodString>).extend({ isComplete }));

/** The lists of submissions, and the look-up lists of their filters. */
export const listCalls = {
  csrApproval: call(promoTabs("CsrApprovals"))
    .route({
      method: "GET",
      path: "/promo/submissions/csrApproval",
      summary: "A page of the submissions that are assigned to the caller",
    })
    .input(
      z.object({
        search,
        sortField: sortField(QUEUE_SORTS),
        sortOrder,
        /** Accepted and ignored: the session identifies the reviewer. */
        reviewer: text.max(100).optional(),
        ...paged,
      }),
    )
    .output(numberedPageOf(queueRow).extend({ isExact })),
  loyaltyOrders: call(promoTabs("LoyaltyOrder"))
    .route({
      method: "GET",
      path: "/promo/submissions/loyaltyOrders",
      summary: "A page of the submissions of loyalty promotions",
    })
    .input(
      z.object({
        search,
        sortField: sortField(LOYALTY_SORTS),
        sortOrder,
        status: status.optional(),
        denyReason: reasonId.optional(),
        ...paged,
      }),
    )
    .output(numberedPageOf(submissionRow).extend({ isExact })),
  list: call(promoTabs("AllSubmissions"))
    .route({ method: "GET", path: "/promo/submissions/list", summary: "A page of all submissions" })
    .input(z.object({ ...submissionFilter, sortField: sortField(LIST_SORTS), sortOrder, ...paged }))
    .output(numberedPageOf(submissionRow).extend({ isExact })),
  exportList: call(promoTabs("AllSubmissions"))
    .route({
      method: "GET",
      path: "/promo/submissions/export/list",
      summary: "Write the spreadsheet of all submissions as a job, and email it to the caller",
    })
    .input(z.object({ ...submissionFilter, operationId }))
    .output(z.object({ ...answered, jobId: text })),
  queue: call(promoTabs("AssignmentQueue"))
    .route({
      method: "GET",
      path: "/promo/submissions/{assignmentType}",
      summary: "A page of the assignment queue",
    })
    .input(z.object({ assignmentType, search, sortField: sortField(QUEUE_SORTS), sortOrder, ...paged }))
    .output(numberedPageOf(queueRow).extend({ isExact })),
  reviewers: call(promoTabs("AssignmentQueue", "AllSubmissions"))
    .route({
      method: "GET",
      path: "/promo/reviewers/list",
      summary: "The administrators who review submissions",
    })
    .output(
      listOf({
        email: text,
        name: text,
        /** False for one who can't open the tab CSR Approvals. */
        isAssignable: z.boolean(),
      }),
    ),
  loyaltyDenyReasons: call(promoTabs("LoyaltyOrder", "DenyList"))
    .route({
      method: "GET",
      path: "/promo/deny/loyaltyOrder/list",
      summary: "The deny reasons of loyalty submissions",
    })
    .output(listOf({ reason: text, orderInList: z.number().int().nullable() })),
  denyReasons: call(promoTabs("CsrApprovals", "DenyList"))
    .route({ method: "GET", path: "/promo/deny/list", summary: "The deny reasons, in their order" })
    .output(listOf({ reason: text, orderInList: z.number().int().nullable() })),
  holdReasons: call(promoTabs("CsrApprovals", "LoyaltyOrder", "DenyList"))
    .route({ method: "GET", path: "/promo/hold/list", summary: "The hold reasons, in their order" })
    .output(listOf({ reason: text, orderInList: z.number().int().nullable() })),
  loyaltyStatuses: call(promoTabs("LoyaltyOrder"))
    .route({
      method: "GET",
      path: "/promo/status/loyaltyOrderList",
      summary: "The statuses of loyalty submissions",
    })
    .output(listOf({ status: text })),
  statuses: options("status", "/promo/status/list", "The statuses of submissions"),
  fulfillmentStatuses: options(
    "status",
    "/promo/fulfillmentStatus/list",
    "The fulfillment statuses of orders",
  ),
  ages: choices("age", "/promo/ages/list", "age ranges"),
  countries: choices("country", "/promo/countries/list", "countries"),
  genders: choices("gender", "/promo/genders/list", "genders"),
  purchasingMethods: choices("method", "/promo/purchasingMethods/list", "purchasing methods"),
  retailers: choices("retailer", "/promo/retailers/list", "retailers"),
  states: call(promoTabs("AllSubmissions"))
    .route({
      method: "GET",
      path: "/promo/states/list/{country}",
      summary: "The states of purchase of all promotions and of their submissions",
    })
    .input(
      z.object({
        country: z.coerce.number("must be 1").int("must be 1").min(1, "must be 1").max(1, "must be 1"),
      }),
    )
    .output(listOf({ state: text }).extend({ isComplete })),
  people: call(promoTabs("AllSubmissions"))
    .route({
      method: "GET",
      path: "/promo/people/list",
      summary: "The administrators who review submissions, and former reviewers",
    })
    .output(listOf({ email: text })),
  allDenyReasons: call(promoTabs("AllSubmissions"))
    .route({
      method: "GET",
      path: "/promo/deny/all/list",
      summary: "The deny reasons of all submissions, with the deleted ones that submissions have",
    })
    .output(listOf({ reason: text, isLoyalty: z.boolean(), isDeleted: z.boolean() })),
};
