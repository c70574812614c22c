import type { ContractRouterClient } from "@orpc/contract";
import { readListPage } from "~/core/lists/numbered-page";
import { readWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { readListState, withKnownSort } from "~/platform/list";
import { rememberTab } from "~/platform/tab-memory.server";
import type { creditsCalls } from "./calls.server";
import { narrowing, readFilter } from "./filter-address";
import { CREDITS_TABS, creditsList, orderOf, transactionsList } from "./list";
import { FALLBACKS } from "./messages";

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
      const order = orderOf<"name" | "email" | "balance">(state.sort);
      const answer = await credits.customers({ search, ...order, page, pageSize });
      readingHint = answer.msg;
      return answer;
    }),
  );
  const { list: approvals, owedCents } = await credits.approvals();
  return {
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
  return { state, filter, result, limits: limits.rangesLimits, isExact: limits.isExact };
}
