import { implement } from "@orpc/server";
import { startExport } from "~/domain/exports/calls.server";
import { saveLimit } from "~/domain/ledger/approval-limit.server";
import { readLiability } from "~/domain/ledger/liability.server";
import { listAccounts } from "~/domain/ledger/list-accounts.server";
import { findTransactions, listTransactions, readLimits } from "~/domain/ledger/list-transactions.server";
import { readReminders, saveReminders } from "~/domain/ledger/reminders/settings.server";
import { readStatement } from "~/domain/ledger/statement.server";
import {
  AMOUNT_FILTER_NAMES,
  type KeptTransactionFilter,
  type TransactionFilter,
} from "~/domain/ledger/transaction-filter";
import type { CallContext } from "~/platform/contract/context.server";
import { door } from "~/platform/contract/door.server";
import { numberedPage } from "~/platform/contract/numbered-page";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { addCustomer } from "./add-customer.server";
import { approve, decline, listApprovals } from "./approvals/approvals.server";
import { peopleOfApproval } from "./approvals/people.server";
import { creditsContract, type RangesLimits } from "./contract";
import { dayAfter } from "./fields";
import { readFigure } from "./figure.server";
import { importCredits } from "./import-credits.server";
import { EXPIRY_NOT_VALID, EXPORT_STARTED, GIVEN_UP } from "./messages";
import { giveUpPosting, postCredits, reversePosting } from "./post-credits.server";
import { customerOf, dollars, transactionOf } from "./rows.server";

const calls = implement(creditsContract).$context<CallContext>().use(door);

/** The key of a request: the header that other APIs have, or the field of the console's forms. */
const keyOf = ({
  headers,
  body,
}: {
  headers: { "idempotency-key"?: string };
  body: { operationId?: string };
}) => headers["idempotency-key"] ?? body.operationId;

/** The calls of the Credits page. */
export const creditsRouter = calls.router({
  customers: calls.customers.handler(({ input, context: { shop } }) => {
    const { search, sortField: sort, sortOrder, page, pageSize } = input;
    return withShop(shop.domain, async (tx) => {
      const query = { search, sort, descending: sortOrder === "desc", page, pageSize };
      const { accounts, total } = await listAccounts(tx, shop.domain, query);
      return numberedPage(accounts.map(customerOf), { total, page, pageSize });
    });
  }),
  addCustomer: calls.addCustomer.handler(({ input, context }) => {
    const { email, amount: amountCents, reference } = input.body;
    return addCustomer(context, { email, amountCents, reference }, keyOf(input));
  }),
  issueCredits: calls.issueCredits.handler(({ input, context }) => {
    const { ids: customerIds, amount: amountCents, reference, expirationDate } = input.body;
    // Good until the end of its day.
    const expiresAt = expirationDate && dayAfter(expirationDate);
    if (expiresAt && expiresAt <= context.clock.now())
      throw badRequest(`expirationDate: ${EXPIRY_NOT_VALID}`, { expirationDate: EXPIRY_NOT_VALID });
    return postCredits(
      context,
      { type: "Credit", customerIds, amountCents, reference, expiresAt },
      keyOf(input),
    );
  }),
  adjustBalances: calls.adjustBalances.handler(({ input, context }) => {
    const { ids: customerIds, amount: amountCents, reference } = input.body;
    return postCredits(context, { type: "Adjustment", customerIds, amountCents, reference }, keyOf(input));
  }),
  postings: calls.postings.handler(async ({ input, context: { shop } }) => {
    const found = await withShop(shop.domain, (tx) => findTransactions(tx, shop.domain, input.ids));
    return { status: true, msg: "", list: found.map(transactionOf) };
  }),
  transactions: calls.transactions.handler(({ input, context: { shop } }) => {
    const { page, pageSize, sortOrder } = input;
    return withShop(shop.domain, async (tx) => {
      const asked = { descending: sortOrder === "desc", page, pageSize };
      const { rows, total, isExact } = await listTransactions(tx, shop.domain, filterOf(input), asked);
      const limits = await readLimits(tx, shop.domain);
      const rangesLimits = Object.fromEntries(
        AMOUNT_FILTER_NAMES.map((name) => [name, dollars(limits[name])]),
      ) as RangesLimits;
      return { ...numberedPage(rows.map(transactionOf), { total, page, pageSize }), rangesLimits, isExact };
    });
  }),
  importCustomers: calls.importCustomers.handler(({ input, context }) =>
    importCredits(context, input.body.list, keyOf(input)),
  ),
  exportCustomers: calls.exportCustomers.handler(async ({ input, context }) => {
    const { search, sortField, sortOrder, operationId } = input;
    const request = { ...searchedFor("credit-customers", search), sort: `${sortField} ${sortOrder}` };
    return { status: true, msg: EXPORT_STARTED, ...(await startExport(context, request, operationId)) };
  }),
  exportTransactions: calls.exportTransactions.handler(async ({ input, context }) => {
    const { search = "", ...transactions } = filterOf(input);
    const sort = `createdAt ${input.sortOrder}`;
    const request = { ...searchedFor("credit-transactions", search), sort, transactions };
    return { status: true, msg: EXPORT_STARTED, ...(await startExport(context, request, input.operationId)) };
  }),
  reverse: calls.reverse.handler(({ input, context }) =>
    reversePosting(context, input.params.id, input.body.reason, keyOf(input)),
  ),
  giveUp: calls.giveUp.handler(async ({ input, context }) => {
    await giveUpPosting(context, input.params.id, input.body.reason);
    return { status: true, msg: GIVEN_UP };
  }),
  liability: calls.liability.handler(async ({ context: { shop, clock } }) => {
    const owed = await withShop(shop.domain, (tx) => readLiability(tx, shop.domain, clock.now()));
    return { status: true, msg: "", ...owed };
  }),
  statement: calls.statement.handler(async ({ input, context: { shop } }) => {
    const { id, most } = input;
    const found = await withShop(shop.domain, (tx) => readStatement(tx, shop.domain, Number(id), most));
    if (!found) return { status: true, msg: "", statement: null };
    const { account, ...rest } = found;
    const { customerId: shopifyCustomerId, ...known } = account;
    return { status: true, msg: "", statement: { shopifyCustomerId, ...known, ...rest } };
  }),
  approvals: calls.approvals.handler(async ({ context }) => ({
    status: true,
    msg: "",
    ...(await listApprovals(context)),
  })),
  approvalCustomers: calls.approvalCustomers.handler(async ({ input, context }) => ({
    status: true,
    msg: "",
    list: await peopleOfApproval(context, input.id),
  })),
  approve: calls.approve.handler(({ input, context }) => approve(context, input.id)),
  decline: calls.decline.handler(({ input, context }) => decline(context, input.id, input.reason)),
  saveApprovalLimit: calls.saveApprovalLimit.handler(async ({ input, context }) => {
    await saveLimit(context, input.amount);
    return { status: true, msg: "Saved.", limitCents: input.amount };
  }),
  reminders: calls.reminders.handler(async ({ context: { shop } }) => ({
    status: true,
    msg: "",
    ...(await withShop(shop.domain, (tx) => readReminders(tx, shop.domain))),
  })),
  saveReminders: calls.saveReminders.handler(async ({ input, context }) => {
    await saveReminders(context, input);
    return { status: true, msg: "Saved.", ...input };
  }),
  figure: calls.figure.handler(({ context }) => readFigure(context.shop)),
});

const searchedFor = <Report extends string>(report: Report, searchValue: string) => ({
  report,
  part: "",
  searchType: "Email" as const,
  searchValue,
});

type AskedFilter = Omit<TransactionFilter, "from" | "until" | "amounts" | "customerId"> &
  NonNullable<TransactionFilter["amounts"]> & { startDate?: Date; endDate?: Date };

/** The filter as the ledger's queries have it. */
function filterOf({
  startDate,
  endDate,
  ...asked
}: AskedFilter): KeptTransactionFilter & { search?: string } {
  const { search, customerName, customerEmail, createdByName, createdByEmail } = asked;
  const enabled = AMOUNT_FILTER_NAMES.flatMap((name) => {
    const range = asked[name];
    return range ? [[name, [...range]] as const] : [];
  });
  return {
    search,
    customerName,
    customerEmail,
    createdByName,
    createdByEmail,
    from: startDate,
    until: endDate && dayAfter(endDate),
    amounts: Object.fromEntries(enabled),
  };
}
