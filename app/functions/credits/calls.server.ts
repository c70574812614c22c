import { addDays } from "date-fns";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { startExport } from "~/core/exports/export-rows.server";
import { IMPORT_LIMITS } from "~/core/imports/limits";
import { numberedPage, numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { readNumbered } from "~/core/lists/read-list.server";
import { days } from "~/core/lists/within-days.server";
import { FIRST_READING } from "~/domain/customers/kinds";
import { customersMirror } from "~/domain/customers/mirror.server";
import { AMOUNT_FILTER_NAMES, type AmountFilter } from "~/domain/ledger/amount-filters";
import { listTransactions, readAmountLimits } from "~/domain/ledger/list-transactions.server";
import type { StoredTransactionFilter, TransactionFilter } from "~/domain/ledger/transaction-filter";
import { withShop } from "~/platform/db/with-shop.server";
import { toUnits } from "~/platform/money/decimal";
import { addCustomer } from "./add-customer.server";
import { approvalCalls } from "./approvals/calls.server";
import { duplicateCalls } from "./duplicates/calls.server";
import * as fields from "./fields";
import { importCredits } from "./import-credits.server";
import { creditCustomersSheet, creditsList } from "./list.server";
import { CANCELED, EXPORT_STARTED } from "./messages";
import {
  cancelTransaction,
  centsIn,
  expiryOf,
  postableCentsIn,
  postCredits,
  reverseTransaction,
} from "./post-credits.server";
import { creditReads, reminderCalls } from "./read-calls.server";
import { readFigure } from "./rows.server";
import * as schemas from "./schemas";
import { ACCOUNT_SORTS } from "./tabs";
import {
  creditTransactionsSheet,
  readTransactions,
  transaction,
  transactionsList,
} from "./transactions-list.server";

const search = schemas.text.trim().max(60, "must be at most 60 characters").default("");

const sortOrder = z.enum(["asc", "desc"], "must be asc or desc");

const postingId = z.uuid("must be the id of a transaction");

/** The idempotency key as a header, as in other APIs. `operationId` in the body is the same. */
const headers = z.object({ "idempotency-key": fields.operationId.optional() }).default({});

/** A filter of transactions. Days are UTC, and the end date is included. */
const transactionFilter = {
  search,
  startDate: fields.day.optional(),
  endDate: fields.day.optional(),
  customerName: schemas.name,
  customerEmail: schemas.name,
  createdByName: schemas.name,
  createdByEmail: schemas.name,
  creditAmount: fields.range.optional(),
  adjustmentAmount: fields.range.optional(),
  discountCodeAmount: fields.range.optional(),
  orderAmount: fields.range.optional(),
  refundAmount: fields.range.optional(),
  /** Only credit that expires within this many days, of customers who have credit left. */
  expiring: days,
  sortField: z.enum(["createdDate"], "must be createdDate").default("createdDate"),
  sortOrder: sortOrder.default("desc"),
};

const exportStarted = z.object({ status: z.literal(true), msg: schemas.text, jobId: schemas.text });

const cancelAt = (word: "cancel" | "giveUp", summary: string) =>
  call(`POST /credits/transactions/{id}/${word}`, {
    for: "showCredits",
    summary,
    input: { params: z.object({ id: postingId }), body: z.object({ reason: fields.reference }) },
    output: z.object({ status: z.literal(true), msg: schemas.text }),
    async run(context, input) {
      await cancelTransaction(context, input.params.id, input.body.reason);
      return { status: true as const, msg: CANCELED };
    },
  });

/** The calls of the Credits page. */
export const creditsCalls = {
  ...creditReads,
  ...approvalCalls,
  ...duplicateCalls,
  ...reminderCalls,
  customers: call("GET /credits/customers", {
    for: "showCredits",
    summary: "A page of customers with their credit",
    input: z.object({
      search,
      sortField: z.enum(ACCOUNT_SORTS, `must be one of: ${ACCOUNT_SORTS.join(", ")}`).default("name"),
      sortOrder: sortOrder.default("asc"),
      ...numberedRequest(creditsList.pageSize),
    }),
    output: numberedPageOf(creditsList.row),
    async run(context, input) {
      const { search, sortField, sortOrder, page, pageSize } = input;
      const request = { sort: `${sortField} ${sortOrder}`, page, pageSize, filter: { search } };
      const [{ rows, total }, { rebuiltAt }] = await Promise.all([
        readNumbered(context, creditsList, request),
        customersMirror.readFreshness(context.shop.domain),
      ]);
      return {
        ...numberedPage(rows, { total, page, pageSize }),
        // Without it, an empty page would say that no customer has credit.
        msg: rebuiltAt ? "" : FIRST_READING,
      };
    },
  }),
  addCustomer: call("POST /credits/customer", {
    for: "showCredits",
    summary: "Add a customer, with an opening credit",
    input: {
      headers,
      body: z.object({
        email: fields.email,
        amount: fields.openingAmount,
        reference: fields.reference,
        onRepeat: fields.onRepeat,
        operationId: fields.operationId.optional(),
      }),
    },
    output: z.object({
      status: z.boolean(),
      msg: schemas.text,
      customer: creditsList.row,
      postingId: schemas.text.nullable(),
      /** With `onRepeat: ask`: nothing was posted, because the customer is already listed. */
      repetition: schemas.repetition.optional(),
    }),
    run(context, input) {
      const { email, amount, reference, onRepeat } = input.body;
      const amountCents = postableCentsIn(context.shop, amount);
      return addCustomer(context, { email, amountCents, reference }, { onRepeat, key: keyOf(input) });
    },
  }),
  issueCredits: call("POST /credits/issueCredits", {
    for: "showCredits",
    summary: "Give credit to customers, each the same amount",
    input: {
      headers,
      body: z.object({
        ids: fields.ids,
        amount: fields.amount,
        reference: fields.reference,
        expirationDate: fields.day.nullish(),
        onRepeat: fields.onRepeat,
        operationId: fields.operationId.optional(),
      }),
    },
    output: schemas.posted,
    run(context, input) {
      const { ids: customerIds, amount, reference, expirationDate, onRepeat } = input.body;
      const amountCents = postableCentsIn(context.shop, amount);
      const expiresAt = expirationDate ? expiryOf(expirationDate, context.clock.now()) : undefined;
      return postCredits(
        context,
        { type: "Credit", customerIds, amountCents, reference, expiresAt },
        { onRepeat, key: keyOf(input) },
      );
    },
  }),
  adjustBalances: call("POST /credits/adjustBalances", {
    for: "showCredits",
    summary: "Take credit from customers, each the same amount",
    input: {
      headers,
      body: z.object({
        ids: fields.ids,
        amount: fields.amount,
        reference: fields.reference,
        onRepeat: fields.onRepeat,
        operationId: fields.operationId.optional(),
      }),
    },
    output: schemas.posted,
    run(context, input) {
      const { ids: customerIds, amount, reference, onRepeat } = input.body;
      const amountCents = postableCentsIn(context.shop, amount);
      return postCredits(
        context,
        { type: "Adjustment", customerIds, amountCents, reference },
        { onRepeat, key: keyOf(input) },
      );
    },
  }),
  postings: call("POST /credits/transactions/states", {
    for: "showCredits",
    summary: "The current state of transactions, by id",
    input: z.object({ ids: z.array(postingId).max(100, "must be at most 100") }),
    output: z.object({ status: z.literal(true), msg: schemas.text, list: z.array(transaction) }),
    async run(context, input) {
      const which = sql`posting.id = ANY(${sql.param(input.ids)}::uuid[])`;
      const list = await withShop(context.shop.domain, (tx) =>
        readTransactions(tx, context, which, { descending: true }),
      );
      return { status: true as const, msg: "", list };
    },
  }),
  transactions: call("GET /credits/transactions", {
    for: "showCredits",
    summary: "A page of the ledger",
    input: z.object({ ...transactionFilter, ...numberedRequest(transactionsList.pageSize) }),
    output: numberedPageOf(transaction).extend({
      rangesLimits: schemas.rangesLimits,
      /** False when there are more than `total`, because a search counts up to a limit. */
      isExact: z.boolean(),
    }),
    run(context, input) {
      const { shop } = context;
      const { page, pageSize, sortOrder } = input;
      const filter = filterOf(input, context);
      return withShop(shop.domain, async (tx) => {
        const options = { descending: sortOrder === "desc", page, pageSize };
        const found = await listTransactions(tx, shop.domain, filter, options);
        const { numbers, total, isExact } = found;
        const which = sql`posting.number = ANY(${sql.param(numbers)}::bigint[])`;
        const rows = numbers.length > 0 ? await readTransactions(tx, context, which, options) : [];
        const limits = await readAmountLimits(tx, shop.domain);
        const rangesLimits = Object.fromEntries(
          AMOUNT_FILTER_NAMES.map((name) => [name, toUnits(limits[name], shop.currency)]),
        ) as schemas.RangesLimits;
        return {
          ...numberedPage(rows, { total, page, pageSize }),
          rangesLimits,
          isExact,
        };
      });
    },
  }),
  importCustomers: call("POST /credits/customers/import", {
    for: "showCredits",
    summary:
      "Post the credits and adjustments of many customers. Repeating the request with the same Idempotency-Key, or with the same rows and no key within an hour, has no further effect",
    status: 202,
    input: {
      headers,
      body: z.object({
        list: z
          .array(schemas.importRow)
          .min(1, "must have at least one row")
          .max(IMPORT_LIMITS.rows, `must be at most ${IMPORT_LIMITS.rows.toLocaleString("en-US")} rows`),
        operationId: fields.operationId.optional(),
      }),
    },
    output: z.object({
      status: z.boolean(),
      msg: schemas.text,
      importId: schemas.text,
      /** The job whose rows show the state of each posting. Null when no row could be posted. */
      jobId: schemas.text.nullable(),
      accepted: z.number().int(),
      /** By the row's number as in a sheet: the first of the list is 2. */
      refused: z.array(
        z.object({
          row: z.number().int(),
          reasons: z.array(z.object({ field: schemas.text, sentence: schemas.text })),
        }),
      ),
    }),
    run: (context, input) => importCredits(context, input.body.list, keyOf(input)),
  }),
  exportCustomers: call("POST /credits/customers/export", {
    for: "showCredits",
    summary: "Write the spreadsheet of customers with their credit, as a job",
    status: 202,
    input: z.object({
      search,
      sortField: z.enum(ACCOUNT_SORTS, `must be one of: ${ACCOUNT_SORTS.join(", ")}`).default("name"),
      sortOrder: sortOrder.default("asc"),
      operationId: fields.operationId.optional(),
    }),
    output: exportStarted,
    async run(context, input) {
      const { search, sortField, sortOrder, operationId } = input;
      const request = { ...reportRequest(search), sort: `${sortField} ${sortOrder}`, filter: {} };
      const { jobId } = await startExport(context, creditCustomersSheet, request, operationId);
      return { status: true as const, msg: EXPORT_STARTED, jobId };
    },
  }),
  exportTransactions: call("POST /credits/transactions/export", {
    for: "showCredits",
    summary: "Write the spreadsheet of the ledger, as a job",
    status: 202,
    input: z.object({ ...transactionFilter, operationId: fields.operationId.optional() }),
    output: exportStarted,
    async run(context, input) {
      const { search = "", ...filter } = filterOf(input, context);
      const request = { ...reportRequest(search), sort: `createdAt ${input.sortOrder}`, filter };
      const { jobId } = await startExport(context, creditTransactionsSheet, request, input.operationId);
      return { status: true as const, msg: EXPORT_STARTED, jobId };
    },
  }),
  reverse: call("POST /credits/transactions/{id}/reverse", {
    for: "showCredits",
    summary: "Reverse a transaction by a new one that names it",
    input: {
      params: z.object({ id: postingId }),
      headers,
      body: z.object({ reason: fields.reference, operationId: fields.operationId.optional() }),
    },
    output: schemas.posted,
    run: (context, input) => reverseTransaction(context, input.params.id, input.body.reason, keyOf(input)),
  }),
  cancel: cancelAt("cancel", "Cancel a transaction that was certainly not sent to Shopify"),
  // The address before, for one release.
  giveUp: cancelAt("giveUp", "Cancel a transaction, at its address before"),
  figure: call("GET /credits/figure", {
    for: "showCredits",
    summary: "The live figure of the home page's card",
    output: z.object({ text: schemas.text, asOf: schemas.instant.nullable() }),
    run: (context) => readFigure(context.shop),
  }),
};

/** The idempotency key of a request: the header, or the field of Backroom's forms. */
const keyOf = ({
  headers,
  body,
}: {
  headers: { "idempotency-key"?: string };
  body: { operationId?: string };
}) => headers["idempotency-key"] ?? body.operationId;

const reportRequest = (searchValue: string) => ({
  part: "",
  searchType: "Email" as const,
  searchValue,
});

type FilterInput = Omit<TransactionFilter, "from" | "until" | "amounts" | "customerId" | "expiring"> &
  Partial<Record<AmountFilter, readonly [string, string]>> & {
    startDate?: Date;
    endDate?: Date;
    expiring?: number;
  };

/** The filter for the ledger's queries. */
function filterOf(
  { startDate, endDate, expiring, ...input }: FilterInput,
  { shop, clock }: Pick<CallContext, "shop" | "clock">,
): StoredTransactionFilter & { search?: string } {
  const { search, customerName, customerEmail, createdByName, createdByEmail } = input;
  const enabled = AMOUNT_FILTER_NAMES.flatMap((name) => {
    const range = input[name];
    return range ? [[name, range.map((bound) => centsIn(shop, bound, name))] as const] : [];
  });
  return {
    search,
    customerName,
    customerEmail,
    createdByName,
    createdByEmail,
    from: startDate,
    until: endDate && fields.dayAfter(endDate),
    amounts: Object.fromEntries(enabled),
    expiring:
      expiring === undefined ? undefined : { after: clock.now(), until: addDays(clock.now(), expiring) },
  };
}
