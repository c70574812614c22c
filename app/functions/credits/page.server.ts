import type { ContractRouterClient } from "@orpc/contract";
import type { Texts } from "~/core/answer-call.server";
import type { ContractsOf } from "~/core/function-entry";
import { readListPage } from "~/core/lists/numbered-page";
import { readWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { readListState, withKnownSort } from "~/platform/list";
import type { NoticeLevel } from "~/platform/notice";
import { rememberTab } from "~/platform/tab-memory.server";
import type { creditsCalls } from "./calls.server";
import { narrowing, readFilter } from "./filter-address";
import type { creditsFunction } from "./function";
import { creditsList } from "./list.server";
import { CUSTOMERS_UPDATE, DATA_VALIDATION, FALLBACKS } from "./messages";
import type { CreditOutcome, Repetition } from "./schemas";
import { type AccountSort, CREDITS_TABS, orderOf } from "./tabs";
import { transactionsList } from "./transactions-list.server";

type Credits = ContractRouterClient<typeof creditsCalls>;

/** The requested or remembered tab, with its rows. */
export async function readCreditsPage(request: Request, credits: Credits) {
  const { tab, headers } = await rememberTab(request, "creditsTab", CREDITS_TABS);
  const url = new URL(request.url);
  if (tab === "manageCredits") {
    const [page, duplicates] = await Promise.all([
      readCustomers(url, credits),
      readWithFallback(FALLBACKS.loadCustomers, () => credits.duplicates()),
    ]);
    return { headers, data: { tab, now: new Date().toISOString(), ...page, duplicates } };
  }
  const [page, duplicates] = await Promise.all([
    readTransactions(url, credits),
    readWithFallback(FALLBACKS.loadTransactions, () => credits.duplicates()),
  ]);
  return { headers, data: { tab, ...page, duplicates } };
}

async function readCustomers(url: URL, credits: Credits) {
  const state = readListState(withKnownSort(url, creditsList), creditsList);
  const { search } = state;
  const { pageSize } = creditsList;
  let readingHint = "";
  const result = await readWithFallback(FALLBACKS.loadCustomers, () =>
    readListPage(state.page ?? 1, pageSize, async (page) => {
      const order = orderOf<AccountSort>(state.sort);
      const answer = await credits.customers({ search, ...order, page, pageSize });
      readingHint = answer.msg;
      return answer;
    }),
  );
  const { list: approvals, owedCents } = await credits.approvals();
  return {
    list: creditsList.declaration,
    state,
    approvals,
    owedCents,
    readingHint,
    result: { ...result, rows: result.rows.map((row) => ({ ...row, id: row.shopifyCustomerId })) },
  };
}

async function readTransactions(url: URL, credits: Credits) {
  const state = readListState(withKnownSort(url, transactionsList), transactionsList);
  const filter = readFilter(url.searchParams, new Date());
  const { pageSize } = transactionsList;
  const query = {
    ...narrowing(filter),
    search: state.search,
    ...orderOf<"createdDate">(state.sort),
    pageSize,
  };
  let limits: Awaited<ReturnType<Credits["transactions"]>> | undefined;
  const result = await readWithFallback(FALLBACKS.loadTransactions, () =>
    readListPage(state.page ?? 1, pageSize, async (page) => {
      limits = await credits.transactions({ ...query, page });
      return limits;
    }),
  );
  if (!limits) throw new Error("No page of transactions was read.");
  const list = transactionsList.declaration;
  return { list, state, filter, result, limits: limits.rangesLimits, isExact: limits.isExact };
}

type CreditTexts = Texts<ContractsOf<typeof creditsFunction>>;

const failing = (fallback: string) => ({ texts: { fallback, title: CUSTOMERS_UPDATE } });

/** The calls that the page of credits posts, and what it says after them. */
export const creditTexts: CreditTexts = {
  "credits.issueCredits": { say: postedNotice, failure: failing(FALLBACKS.issue), echo: true },
  "credits.adjustBalances": { say: postedNotice, failure: failing(FALLBACKS.adjust), echo: true },
  "credits.approve": { say: postedNotice, failure: failing(FALLBACKS.issue), echo: true },
  "credits.addCustomer": {
    say: (answer) => (answer.repetition ? false : noticeOf(answer)),
    failure: failing(FALLBACKS.createCustomer),
    echo: true,
  },
  "credits.decline": { say: noticeOf, failure: failing(FALLBACKS.issue) },
  "credits.cancel": { say: noticeOf, failure: failing(FALLBACKS.issue) },
  "credits.decideDuplicates": { say: noticeOf, failure: failing(FALLBACKS.issue) },
  "credits.reverse": {
    // Also when it waits: the dialog must close, and must not offer to request it again.
    say: ({ status, msg, list }) => ({
      level: levelOf(status, list),
      text: msg,
      ...(status && { accepted: true as const }),
    }),
    failure: failing(FALLBACKS.issue),
  },
  "credits.exportCustomers": {
    say: (started) => exportNotice(started, { text: FALLBACKS.exportCustomers }),
    failure: failing(FALLBACKS.exportCustomers),
  },
  "credits.exportTransactions": {
    say: (started) => exportNotice(started, { text: FALLBACKS.exportTransactions, title: DATA_VALIDATION }),
    failure: { texts: { fallback: FALLBACKS.exportTransactions, title: DATA_VALIDATION, withReason: true } },
  },
};

/** The calls that the page Reconciliation posts, and what it says after them. */
export const reconciliationTexts: CreditTexts = {
  "ledgerProof.prove": () => ({
    level: "info",
    text: "All balances are being compared with Shopify, and then the ledger is checked. The result appears on this page.",
  }),
  "ledgerProof.compare": () => ({
    level: "info",
    text: "All balances are being compared with Shopify. Differences appear on this page.",
  }),
};

function noticeOf({ status, msg }: { status: boolean; msg: string }) {
  const level: NoticeLevel = status ? "success" : "critical";
  return { level, text: msg };
}

interface PostedAnswer {
  status: boolean;
  msg: string;
  list: readonly CreditOutcome[];
  repetition?: Repetition;
}

/** Nothing where the request repeats earlier ones: the form itself shows the question. */
function postedNotice({ status, msg, list, repetition }: PostedAnswer) {
  return repetition ? (false as const) : { level: levelOf(status, list), text: msg };
}

function exportNotice(
  { msg, jobId }: { msg: string; jobId: string },
  failure: { text: string; title?: string },
) {
  return {
    level: "info" as const,
    // Only a failed export of transactions has another title.
    title: CUSTOMERS_UPDATE,
    text: msg,
    link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
    job: { id: jobId, title: CUSTOMERS_UPDATE, writesFile: true as const, failure },
  };
}

function levelOf(status: boolean, list: readonly CreditOutcome[]): NoticeLevel {
  if (list.every(({ postingId }) => postingId !== null)) return "success";
  return status ? "warning" : "critical";
}
