import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { startExport } from "~/core/exports/export-rows.server";
import { guard } from "~/core/guard.server";
import { numberedPage } from "~/core/lists/numbered-page";
import { changeSafeguard } from "~/core/safeguards/change-safeguard.server";
import { outcomeText } from "~/core/safeguards/outcome-text.server";
import { FIRST_READING } from "~/domain/customers/first-reading";
import { customersMirror } from "~/domain/customers/mirror.server";
import { AMOUNT_FILTER_NAMES, type AmountFilter } from "~/domain/ledger/amount-filters";
import { approvalLimit, readApprovalLimit } from "~/domain/ledger/approval-limit.server";
import { readLiability } from "~/domain/ledger/liability.server";
import { findAccount, listAccounts } from "~/domain/ledger/list-accounts.server";
import {
  findTransactions,
  listTransactions,
  readAmountLimits,
} from "~/domain/ledger/list-transactions.server";
import { LATEST_EXPIRY } from "~/domain/ledger/posting";
import { refreshAccount } from "~/domain/ledger/reconcile/refresh-accounts.server";
import { readReminders, saveReminders } from "~/domain/ledger/reminders/reminder-settings.server";
import { readRepeatDays, repeatDays } from "~/domain/ledger/repeat-days.server";
import { readStatement } from "~/domain/ledger/statement.server";
import type { StoredTransactionFilter, TransactionFilter } from "~/domain/ledger/transaction-filter";
import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { toUnits } from "~/platform/money/decimal";
import { addCustomer } from "./add-customer.server";
import { approve, decline, listApprovals } from "./approvals/approvals.server";
import { listApprovalPeople } from "./approvals/people.server";
import { creditsContract, type RangesLimits } from "./contract";
import { creditCustomersReport, creditTransactionsReport } from "./credit-reports.server";
import { decideDuplicates, readDuplicates } from "./duplicates/decide-duplicates.server";
import { centsIn, dayAfter, postableCentsIn } from "./fields";
import { readFigure } from "./figure.server";
import { importCredits } from "./import-credits.server";
import { CANCELED, EXPIRY_NOT_VALID, EXPIRY_TOO_LATE, EXPORT_STARTED } from "./messages";
import { cancelTransaction, postCredits, reverseTransaction } from "./post-credits.server";
import { refreshTools } from "./refresh-tools.server";
import { customerOf, transactionsOf } from "./rows.server";

const calls = implement(creditsContract).$context<CallContext>().use(guard);

/** The idempotency key of a request: the header, or the field of Backroom's forms. */
const keyOf = ({
  headers,
  body,
}: {
  headers: { "idempotency-key"?: string };
  body: { operationId?: string };
}) => headers["idempotency-key"] ?? body.operationId;

/**
 * When a credit expires that is good until the end of a day (UTC).
 * @throws 400 for a day in the past, and after 2099
 */
function expiryOf(day: Date, now: Date): Date {
  const expiresAt = dayAfter(day);
  const problem = expiresAt <= now ? EXPIRY_NOT_VALID : day > LATEST_EXPIRY ? EXPIRY_TOO_LATE : undefined;
  if (problem) throw badRequest(`expirationDate: ${problem}`, { expirationDate: problem });
  return expiresAt;
}

/** The calls of the Credits page. */
export const creditsRouter = calls.router({
  customers: calls.customers.handler(async ({ input, context: { shop } }) => {
    const { search, sortField: sort, sortOrder, page, pageSize } = input;
    const query = { search, sort, descending: sortOrder === "desc", page, pageSize };
    const [{ accounts, total }, { rebuiltAt }] = await Promise.all([
      withShop(shop.domain, (tx) => listAccounts(tx, shop.domain, query)),
      customersMirror.readFreshness(shop.domain),
    ]);
    const rows = accounts.map((account) => customerOf(account, shop.currency));
    return {
      ...numberedPage(rows, { total, page, pageSize }),
      // Without it, an empty page would say that no customer has credit.
      msg: rebuiltAt ? "" : FIRST_READING,
    };
  }),
  addCustomer: calls.addCustomer.handler(({ input, context }) => {
    const { email, amount, reference, onRepeat } = input.body;
    const amountCents = postableCentsIn(context.shop, amount);
    return addCustomer(context, { email, amountCents, reference }, { onRepeat, key: keyOf(input) });
  }),
  issueCredits: calls.issueCredits.handler(({ input, context }) => {
    const { ids: customerIds, amount, reference, expirationDate, onRepeat } = input.body;
    const amountCents = postableCentsIn(context.shop, amount);
    const expiresAt = expirationDate && expiryOf(expirationDate, context.clock.now());
    return postCredits(
      context,
      { type: "Credit", customerIds, amountCents, reference, expiresAt },
      { onRepeat, key: keyOf(input) },
    );
  }),
  adjustBalances: calls.adjustBalances.handler(({ input, context }) => {
    const { ids: customerIds, amount, reference, onRepeat } = input.body;
    const amountCents = postableCentsIn(context.shop, amount);
    return postCredits(
      context,
      { type: "Adjustment", customerIds, amountCents, reference },
      { onRepeat, key: keyOf(input) },
    );
  }),
  postings: calls.postings.handler(async ({ input, context: { shop } }) => {
    const list = await withShop(shop.domain, async (tx) =>
      transactionsOf(tx, shop, await findTransactions(tx, shop.domain, input.ids)),
    );
    return { status: true, msg: "", list };
  }),
  transactions: calls.transactions.handler(({ input, context: { shop } }) => {
    const { page, pageSize, sortOrder } = input;
    return withShop(shop.domain, async (tx) => {
      const options = { descending: sortOrder === "desc", page, pageSize };
      const { rows, total, isExact } = await listTransactions(
        tx,
        shop.domain,
        filterOf(input, shop),
        options,
      );
      const limits = await readAmountLimits(tx, shop.domain);
      const rangesLimits = Object.fromEntries(
        AMOUNT_FILTER_NAMES.map((name) => [name, toUnits(limits[name], shop.currency)]),
      ) as RangesLimits;
      return {
        ...numberedPage(await transactionsOf(tx, shop, rows), { total, page, pageSize }),
        rangesLimits,
        isExact,
      };
    });
  }),
  importCustomers: calls.importCustomers.handler(({ input, context }) =>
    importCredits(context, input.body.list, keyOf(input)),
  ),
  exportCustomers: calls.exportCustomers.handler(async ({ input, context }) => {
    const { search, sortField, sortOrder, operationId } = input;
    const request = { ...reportRequest(search), sort: `${sortField} ${sortOrder}`, filter: {} };
    const { jobId } = await startExport(context, creditCustomersReport, request, operationId);
    return { status: true, msg: EXPORT_STARTED, jobId };
  }),
  exportTransactions: calls.exportTransactions.handler(async ({ input, context }) => {
    const { search = "", ...filter } = filterOf(input, context.shop);
    const request = { ...reportRequest(search), sort: `createdAt ${input.sortOrder}`, filter };
    const { jobId } = await startExport(context, creditTransactionsReport, request, input.operationId);
    return { status: true, msg: EXPORT_STARTED, jobId };
  }),
  reverse: calls.reverse.handler(({ input, context }) =>
    reverseTransaction(context, input.params.id, input.body.reason, keyOf(input)),
  ),
  giveUp: calls.giveUp.handler(async ({ input, context }) => {
    await cancelTransaction(context, input.params.id, input.body.reason);
    return { status: true, msg: CANCELED };
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
    const { customerId: shopifyCustomerId, ...amounts } = account;
    return { status: true, msg: "", statement: { shopifyCustomerId, ...amounts, ...rest } };
  }),
  refresh: calls.refresh.handler(async ({ input, context }) => {
    const { shop } = context;
    const customerId = Number(input.id);
    await refreshAccount(refreshTools(context), customerId);
    const account = await withShop(shop.domain, (tx) => findAccount(tx, shop.domain, customerId));
    return { status: true, msg: "", comparedAt: account?.comparedAt ?? null };
  }),
  duplicates: calls.duplicates.handler(async ({ context }) => ({
    status: true,
    msg: "",
    ...(await readDuplicates(context)),
  })),
  decideDuplicates: calls.decideDuplicates.handler(async ({ input, context }) => ({
    status: true,
    msg: await decideDuplicates(context, input),
  })),
  approvals: calls.approvals.handler(async ({ context }) => ({
    status: true,
    msg: "",
    ...(await listApprovals(context)),
  })),
  approvalCustomers: calls.approvalCustomers.handler(async ({ input, context }) => ({
    status: true,
    msg: "",
    list: await listApprovalPeople(context, input.id),
  })),
  approve: calls.approve.handler(({ input, context }) => approve(context, input.id, input.onRepeat)),
  decline: calls.decline.handler(({ input, context }) => decline(context, input.id, input.reason)),
  saveApprovalLimit: calls.saveApprovalLimit.handler(async ({ input, context }) => {
    const value = input.amount === null ? null : centsIn(context.shop, input.amount);
    const outcome = await changeSafeguard(context, approvalLimit, { value });
    const { domain } = context.shop;
    const limitCents = await withShop(domain, (tx) => readApprovalLimit(tx, domain));
    return { status: true, msg: outcomeText([outcome], context.shop, "Saved."), limitCents };
  }),
  saveRepeatDays: calls.saveRepeatDays.handler(async ({ input, context }) => {
    const outcome = await changeSafeguard(context, repeatDays, { value: input.days });
    const { domain } = context.shop;
    const days = await withShop(domain, (tx) => readRepeatDays(tx, domain));
    return { status: true, msg: outcomeText([outcome], context.shop, "Saved."), days };
  }),
  reminders: calls.reminders.handler(async ({ context: { shop } }) => ({
    status: true,
    msg: "",
    ...(await withShop(shop.domain, (tx) => readReminders(tx, shop.domain))),
  })),
  saveReminders: calls.saveReminders.handler(async ({ input: { seen, ...reminders }, context }) => {
    await saveReminders(context, reminders, seen);
    return { status: true, msg: "Saved.", ...reminders };
  }),
  figure: calls.figure.handler(({ context }) => readFigure(context.shop)),
});

const reportRequest = (searchValue: string) => ({
  part: "",
  searchType: "Email" as const,
  searchValue,
});

type FilterInput = Omit<TransactionFilter, "from" | "until" | "amounts" | "customerId"> &
  Partial<Record<AmountFilter, readonly [string, string]>> & { startDate?: Date; endDate?: Date };

/** The filter for the ledger's queries. */
function filterOf(
  { startDate, endDate, ...input }: FilterInput,
  shop: Pick<Shop, "currency">,
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
    until: endDate && dayAfter(endDate),
    amounts: Object.fromEntries(enabled),
  };
}
