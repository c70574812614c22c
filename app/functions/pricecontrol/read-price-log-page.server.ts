import type { ContractRouterClient } from "@orpc/contract";
import { readListPage } from "~/core/lists/numbered-page";
import type { viewsContract } from "~/core/views/contract";
import { instantsOf, problemOf, readFilterDays } from "~/platform/dates/filter-days";
import { badRequest } from "~/platform/errors";
import { readListState } from "~/platform/list";
import type { pricelogContract } from "./contract";
import { priceLogList } from "./list";

interface Calls {
  pricelog: ContractRouterClient<typeof pricelogContract>;
  views: ContractRouterClient<typeof viewsContract>;
}

/** A page of the price log for an address. @throws 400 for days that can't be searched */
export async function readPriceLogPage(url: URL, calls: Calls) {
  const state = readListState(url, priceLogList);
  const days = readFilterDays(url.searchParams);
  const now = new Date();
  const problem = problemOf(days, now);
  if (problem) throw badRequest(problem);
  const { pageSize } = priceLogList;
  let answer: Awaited<ReturnType<Calls["pricelog"]["list"]>> | undefined;
  const result = await readListPage(state.page ?? 1, pageSize, async (page) => {
    const read = await calls.pricelog.list({
      page,
      per_page: pageSize,
      sku: state.search,
      ...instantsOf(days),
    });
    answer = read;
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
  return { state, days, result, isExact, isEmployeeStore, views, now: now.toISOString() };
}
