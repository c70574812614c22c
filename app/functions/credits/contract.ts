import { z } from "zod";
import { IMPORT_LIMITS } from "~/core/imports/limits";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { ACCOUNT_SORTS } from "~/domain/ledger/account-sorts";
import { POSTING_STATES, POSTING_TYPES } from "~/domain/ledger/posting";
import { call } from "~/platform/contract/call";
import { centsSchema } from "~/platform/money/cents-schema";
import { approvalCalls } from "./approvals/contract";
import { duplicateCalls } from "./duplicates/contract";
import { amount, day, email, ids, onRepeat, openingAmount, operationId, range, reference } from "./fields";
import { creditsList, transactionsList } from "./list";
import { posted, repetition } from "./outcome-contract";
import { creditReads } from "./read-contract";
import { reminderCalls } from "./reminders-contract";

const text = z.string();
/** An instant, ISO 8601. */
const instant = text;
const search = text.trim().max(60, "must be at most 60 characters").default("");
const sortOrder = z.enum(["asc", "desc"], "must be asc or desc");
const postingId = z.uuid("must be the id of a transaction");

/** The idempotency key as a header, as in other APIs. `operationId` in the body is the same. */
const headers = z.object({ "idempotency-key": operationId.optional() }).default({});

/** A customer with credit. Amounts have at most as many decimals as the shop's currency. */
const creditCustomer = z.object({
  /** The number at the end of Shopify's id. */
  shopifyCustomerId: text,
  name: text,
  email: text.nullable(),
  balance: z.number(),
  balanceCents: centsSchema,
  /** The part of the balance that pending adjustments will take. */
  heldCents: centsSchema,
  /** What pending credits will add. */
  comingCents: centsSchema,
  /** When the balance was last compared with Shopify, ISO 8601. Null before the first comparison. */
  comparedAt: text.nullable(),
});
export type CreditCustomer = z.infer<typeof creditCustomer>;

const detailed = (path: `/${string}`, summary: string) =>
  ({ method: "POST", path, summary, inputStructure: "detailed" }) as const;

/** A transaction of the ledger. */
const transaction = z.object({
  id: text,
  createdDate: instant,
  shopifyCustomerId: text,
  customerName: text,
  customerEmail: text.nullable(),
  transactionType: z.enum(POSTING_TYPES),
  /** In the shop's currency, without sign. */
  amount: z.number(),
  /** Signed: what it does to the balance. */
  amountCents: centsSchema,
  reference: text,
  expirationDate: instant.nullable(),
  adminName: text,
  adminEmail: text,
  state: z.enum(POSTING_STATES),
  /** Why it failed, or waits. */
  problem: text.nullable(),
  orderName: text.nullable(),
  /** The transaction that this one reverses. */
  reversesId: text.nullable(),
  /** The transaction that reversed this one. */
  reversedById: text.nullable(),
  /** The request to reverse it that waits for a second approver. */
  waitingReversal: z.object({ id: text, askedByName: text, askedAt: instant }).nullable(),
  /**
   * `possible`: the database has failed over, and Shopify has a transaction that this one may be. It waits for a person's decision.
   * `recognized`: a person decided that it is that one, so it wasn't sent.
   */
  duplicate: z.enum(["possible", "recognized"]).nullable(),
  /** It was certainly not sent to Shopify, and has waited for longer than usual, so it can be canceled. */
  canBeGivenUp: z.boolean(),
});
export type Transaction = z.infer<typeof transaction>;

const name = text.trim().max(255, "must be at most 255 characters").default("");

/** A filter of transactions. Days are UTC, and the end date is included. */
const transactionFilter = {
  search,
  startDate: day.optional(),
  endDate: day.optional(),
  customerName: name,
  customerEmail: name,
  createdByName: name,
  createdByEmail: name,
  creditAmount: range.optional(),
  adjustmentAmount: range.optional(),
  discountCodeAmount: range.optional(),
  orderAmount: range.optional(),
  refundAmount: range.optional(),
  sortField: z.enum(["createdDate"], "must be createdDate").default("createdDate"),
  sortOrder: sortOrder.default("desc"),
};

/** The largest amount of each kind, in the shop's currency. */
const rangesLimits = z.object({
  creditAmount: z.number(),
  adjustmentAmount: z.number(),
  discountCodeAmount: z.number(),
  orderAmount: z.number(),
  refundAmount: z.number(),
});
export type RangesLimits = z.infer<typeof rangesLimits>;

const cell = z
  .union(
    [text.max(1_000, "must be at most 1,000 characters"), z.number(), z.null()],
    "must be a text or a number",
  )
  .optional();

/** A row of an import as a script sends it. */
const importRow = z.object({ email: cell, credit: cell, adjustment: cell, reference: cell });
export type CreditImportRow = z.infer<typeof importRow>;

const exportStarted = z.object({ status: z.literal(true), msg: text, jobId: text });

/** The calls of the Credits page. */
export const creditsContract = {
  ...creditReads,
  ...approvalCalls,
  ...duplicateCalls,
  ...reminderCalls,
  customers: call("showCredits")
    .route({ method: "GET", path: "/credits/customers", summary: "A page of customers with their credit" })
    .input(
      z.object({
        search,
        sortField: z.enum(ACCOUNT_SORTS, `must be one of: ${ACCOUNT_SORTS.join(", ")}`).default("name"),
        sortOrder: sortOrder.default("asc"),
        ...numberedRequest(creditsList.pageSize),
      }),
    )
    .output(numberedPageOf(creditCustomer)),
  addCustomer: call("showCredits")
    .route(detailed("/credits/customer", "Add a customer, with an opening credit"))
    .input(
      z.object({
        headers,
        body: z.object({
          email,
          amount: openingAmount,
          reference,
          onRepeat,
          operationId: operationId.optional(),
        }),
      }),
    )
    .output(
      z.object({
        status: z.boolean(),
        msg: text,
        customer: creditCustomer,
        postingId: text.nullable(),
        /** With `onRepeat: ask`: nothing was posted, because the customer is already listed. */
        repetition: repetition.optional(),
      }),
    ),
  issueCredits: call("showCredits")
    .route(detailed("/credits/issueCredits", "Give credit to customers, each the same amount"))
    .input(
      z.object({
        headers,
        body: z.object({
          ids,
          amount,
          reference,
          expirationDate: day.optional(),
          onRepeat,
          operationId: operationId.optional(),
        }),
      }),
    )
    .output(posted),
  adjustBalances: call("showCredits")
    .route(detailed("/credits/adjustBalances", "Take credit from customers, each the same amount"))
    .input(
      z.object({
        headers,
        body: z.object({ ids, amount, reference, onRepeat, operationId: operationId.optional() }),
      }),
    )
    .output(posted),
  postings: call("showCredits")
    .route({
      method: "POST",
      path: "/credits/transactions/states",
      summary: "The current state of transactions, by id",
    })
    .input(z.object({ ids: z.array(postingId).max(100, "must be at most 100") }))
    .output(z.object({ status: z.literal(true), msg: text, list: z.array(transaction) })),
  transactions: call("showCredits")
    .route({ method: "GET", path: "/credits/transactions", summary: "A page of the ledger" })
    .input(z.object({ ...transactionFilter, ...numberedRequest(transactionsList.pageSize) }))
    .output(
      numberedPageOf(transaction).extend({
        rangesLimits,
        /** False when there are more than `total`, because a search counts up to a limit. */
        isExact: z.boolean(),
      }),
    ),
  importCustomers: call("showCredits")
    .route({
      ...detailed(
        "/credits/customers/import",
        "Post the credits and adjustments of many customers. Repeating the request with the same Idempotency-Key, or with the same rows and no key within an hour, has no further effect",
      ),
      successStatus: 202,
    })
    .input(
      z.object({
        headers,
        body: z.object({
          list: z
            .array(importRow)
            .min(1, "must have at least one row")
            .max(IMPORT_LIMITS.rows, `must be at most ${IMPORT_LIMITS.rows.toLocaleString("en-US")} rows`),
          operationId: operationId.optional(),
        }),
      }),
    )
    .output(
      z.object({
        status: z.boolean(),
        msg: text,
        importId: text,
        /** The job whose rows show the state of each posting. Null when no row could be posted. */
        jobId: text.nullable(),
        accepted: z.number().int(),
        /** By the row's number as in a sheet: the first of the list is 2. */
        refused: z.array(
          z.object({ row: z.number().int(), reasons: z.array(z.object({ field: text, sentence: text })) }),
        ),
      }),
    ),
  exportCustomers: call("showCredits")
    .route({
      method: "POST",
      path: "/credits/customers/export",
      summary: "Write the spreadsheet of customers with their credit, as a job",
      successStatus: 202,
    })
    .input(
      z.object({
        search,
        sortField: z.enum(ACCOUNT_SORTS, `must be one of: ${ACCOUNT_SORTS.join(", ")}`).default("name"),
        sortOrder: sortOrder.default("asc"),
        operationId: operationId.optional(),
      }),
    )
    .output(exportStarted),
  exportTransactions: call("showCredits")
    .route({
      method: "POST",
      path: "/credits/transactions/export",
      summary: "Write the spreadsheet of the ledger, as a job",
      successStatus: 202,
    })
    .input(z.object({ ...transactionFilter, operationId: operationId.optional() }))
    .output(exportStarted),
  reverse: call("showCredits")
    .route(detailed("/credits/transactions/{id}/reverse", "Reverse a transaction by a new one that names it"))
    .input(
      z.object({
        params: z.object({ id: postingId }),
        headers,
        body: z.object({ reason: reference, operationId: operationId.optional() }),
      }),
    )
    .output(posted),
  giveUp: call("showCredits")
    .route(
      detailed(
        "/credits/transactions/{id}/giveUp",
        "Cancel a transaction that was certainly not sent to Shopify",
      ),
    )
    .input(z.object({ params: z.object({ id: postingId }), body: z.object({ reason: reference }) }))
    .output(z.object({ status: z.literal(true), msg: text })),
  figure: call("showCredits")
    .route({ method: "GET", path: "/credits/figure", summary: "The live figure of the home page's card" })
    .output(z.object({ text, asOf: instant.nullable() })),
};
