import type { ContractRouterClient } from "@orpc/contract";
import { readListPage } from "~/core/lists/numbered-page";
import type { viewsContract } from "~/core/views/contract";
import { instantsOf, problemOf, readFilterDays } from "~/platform/dates/filter-days";
import { readListState } from "~/platform/list";
import type { couponsContract } from "./contract";
import { readCouponFilter } from "./coupon-filter";
import { couponsList } from "./list";

interface Calls {
  coupons: ContractRouterClient<typeof couponsContract>;
  views: ContractRouterClient<typeof viewsContract>;
}

/** A page of coupons for an address. For days that can't be searched it has no rows, and its fields show why. */
export async function readCouponsPage(url: URL, calls: Calls) {
  const state = readListState(url, couponsList);
  const filter = readCouponFilter(url.searchParams);
  const days = readFilterDays(url.searchParams);
  const now = new Date();
  const problem = problemOf(days, now);
  const { pageSize } = couponsList;
  let isExact = true;
  const [result, { rows: pools }, { views }] = await Promise.all([
    readListPage(state.page ?? 1, pageSize, async (page) => {
      if (problem !== null) return { list: [], total: 0, hasPrevious: false, hasNext: false };
      const read = await calls.coupons.list({
        page,
        per_page: pageSize,
        search: state.search,
        sort: state.sort,
        ...filter,
        ...instantsOf(days),
      });
      ({ isExact } = read);
      return {
        list: read.data.results,
        total: read.total,
        hasPrevious: page > 1,
        hasNext: page < read.total_pages,
      };
    }),
    calls.coupons.poolNames(),
    calls.views.list({ list: couponsList.name }),
  ]);
  return { state, filter, days, problem, result, isExact, pools, views, now: now.toISOString() };
}
