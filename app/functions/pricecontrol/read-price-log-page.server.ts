import type { ContractRouterClient } from "@orpc/contract";
import { readListPage } from "~/core/lists/numbered-page";
import type { viewsCalls } from "~/core/views/calls.server";
import { employeePriceLogList, priceLogList } from "~/domain/prices/list.server";
import { instantsOf, problemOf, readFilterDays } from "~/platform/dates/day-range";
import { readListState } from "~/platform/list";
import type { pricelogCalls } from "./calls.server";

interface Calls {
  pricelog: ContractRouterClient<typeof pricelogCalls>;
  views: ContractRouterClient<typeof viewsCalls>;
}

/** A page of the price log for an address. For days that can't be searched it has no rows, and its fields show why. */
export async function readPriceLogPage(url: URL, calls: Calls) {
  const state = readListState(url, priceLogList);
  const days = readFilterDays(url.searchParams);
  const now = new Date();
  const problem = problemOf(days, now);
  const { pageSize } = priceLogList;
  let answer: Awaited<ReturnType<Calls["pricelog"]["list"]>> | undefined;
  const result = await readListPage(state.page ?? 1, pageSize, async (page) => {
    const read = await calls.pricelog.list({
      page,
      per_page: pageSize,
      sku: state.search,
      ...(problem === null && instantsOf(days)),
    });
    answer = read;
    if (problem !== null) return { list: [], total: 0, hasPrevious: false, hasNext: false };
    return {
      list: read.data.results,
      total: read.total,
      hasPrevious: page > 1,
      hasNext: page < read.total_pages,
    };
  });
  if (!answer) throw new Error("No page of the price log was read.");
  const { views } = await calls.views.list({ list: priceLogList.name });
  const { isExact, isEmployeeStore } = answer;
  return {
    list: (isEmployeeStore ? employeePriceLogList : priceLogList).declaration,
    state,
    days,
    problem,
    result,
    isExact: isExact || problem !== null,
    isEmployeeStore,
    views,
    now: now.toISOString(),
  };
}
