import type { ContractRouterClient, InferContractRouterInputs } from "@orpc/contract";
import { redirect } from "@remix-run/node";
import { readListPage } from "~/core/lists/numbered-page";
import { PROMO_TAB_IDS, type PromoTab, promoTabs } from "~/domain/submissions/access";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { readWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { forbidden } from "~/platform/errors";
import { type ListDeclaration, readListState, withKnownSort } from "~/platform/list";
import type { promoCalls } from "./calls.server";
import { filterInput, readFilter } from "./filter-address";
import { promoFunction, promotionPages } from "./function";
import { ASSIGNMENT_TYPES, type AssignmentType, PAGE_SIZES } from "./list";
import { approvalsList, assignmentList, loyaltyList, submissionsList } from "./list.server";
import { FALLBACKS } from "./messages";
import { readFilterNames } from "./read-answers.server";
import {
  LOYALTY_REASON_PARAMETER,
  LOYALTY_STATUS_PARAMETER,
  SIZE_PARAMETER,
  TYPE_PARAMETER,
} from "./ui/lists";

/** The tabs that the administrator may open, in their order. */
const promoTabsOf = (administrator: Administrator): PromoTab[] =>
  PROMO_TAB_IDS.filter((tab) => mayUse(administrator, promoTabs(tab)));

type Promo = ContractRouterClient<typeof promoCalls>;

type Inputs = InferContractRouterInputs<typeof promoCalls>;

/** The requested tab, or the first one that the administrator may open, with its data. @throws 403 without a tab */
export async function readPromoPage(url: URL, promo: Promo, administrator: Administrator) {
  const tabs = promoTabsOf(administrator);
  const hasPromotions = mayUse(administrator, promotionPages.permission);
  const tab = tabs.find((one) => one === url.searchParams.get("tab")) ?? tabs[0];
  const withHits = async <Page>(page: Promise<Page>) => {
    const [read, hits] = await Promise.all([page, readTabHits(url, promo)]);
    return { ...read, hits };
  };
  switch (tab) {
    case "Dashboard":
      return { tab, tabs, hasPromotions, ...(await readDashboard(promo)) };
    case "AssignmentQueue":
      return { tab, tabs, hasPromotions, ...(await withHits(readAssignmentQueue(url, promo))) };
    case "CsrApprovals":
      return { tab, tabs, hasPromotions, ...(await withHits(readApprovals(url, promo))) };
    case "LoyaltyOrder":
      return { tab, tabs, hasPromotions, ...(await withHits(readLoyaltyOrders(url, promo))) };
    case "AllSubmissions":
      return { tab, tabs, hasPromotions, ...(await withHits(readSubmissions(url, promo))) };
    case "DenyList":
      return { tab, tabs, hasPromotions, ...(await readReasons(promo)) };
  }
  throw forbidden(
    "You don't have access to a tab of this page. The account owner can grant it on the Access page.",
  );
}

/** How many submissions the page's search finds on each tab, with what the address narrows that tab to. Nothing without a search. */
async function readTabHits({ searchParams }: URL, promo: Promo) {
  const search = searchParams.get("q")?.trim();
  if (!search) return undefined;
  const input = {
    ...filterInput(readFilter(searchParams), search),
    assignmentType: assignmentTypeIn(searchParams),
    loyaltyStatus: searchParams.get(LOYALTY_STATUS_PARAMETER) || undefined,
    loyaltyReason: searchParams.get(LOYALTY_REASON_PARAMETER) || undefined,
  };
  return readWithFallback(FALLBACKS.query, () => promo.hits(input as Inputs["hits"]));
}

function assignmentTypeIn(parameters: URLSearchParams): AssignmentType {
  const type = parameters.get(TYPE_PARAMETER) ?? "";
  return type in ASSIGNMENT_TYPES ? (type as AssignmentType) : "unAssigned";
}

async function readDashboard(promo: Promo) {
  const [stats, byStatus, byDenyReason, workload] = await readWithFallback(FALLBACKS.records, () =>
    Promise.all([
      promo.submissionsStats(),
      promo.submissionsByStatus(),
      promo.submissionsByDenyReason(),
      promo.workload(),
    ]),
  );
  return {
    stats: stats.data,
    byStatus: byStatus.data,
    byDenyReason: byDenyReason.data,
    workload: workload.data,
  };
}

async function readReasons(promo: Promo) {
  const [deny, loyaltyDeny, hold] = await readWithFallback(FALLBACKS.denyList, () =>
    Promise.all([promo.denyReasons(), promo.loyaltyDenyReasons(), promo.holdReasons()]),
  );
  return {
    deny: withTextIdsOf(deny.list),
    loyaltyDeny: withTextIdsOf(loyaltyDeny.list),
    hold: withTextIdsOf(hold.list),
  };
}

async function readAssignmentQueue(url: URL, promo: Promo) {
  const assignmentType = assignmentTypeIn(url.searchParams);
  const [page, reviewers] = await Promise.all([
    readNumberedList(url, assignmentList.declaration, FALLBACKS.records, (input) =>
      promo.queue({ ...input, assignmentType } as Inputs["queue"]),
    ),
    readWithFallback(FALLBACKS.assignees, () => promo.reviewers()),
  ]);
  return {
    ...page,
    assignmentType,
    reviewers: reviewers.list
      .filter(({ isAssignable }) => isAssignable)
      .map(({ id, email }) => ({ value: String(id), label: email })),
  };
}

async function readApprovals(url: URL, promo: Promo) {
  const fallback = url.searchParams.get("q") ? FALLBACKS.queryPending : FALLBACKS.pending;
  const [page, denyReasons, holdReasons, replies] = await Promise.all([
    readNumberedList(url, approvalsList.declaration, fallback, (input) =>
      promo.csrApproval(input as Inputs["csrApproval"]),
    ),
    readWithFallback(FALLBACKS.denyReasons, () => promo.denyReasons()),
    readWithFallback(FALLBACKS.holdReasons, () => promo.holdReasons()),
    promo.replies(),
  ]);
  return {
    ...page,
    denyReasons: reasonOptions(denyReasons.list),
    holdReasons: reasonOptions(holdReasons.list),
    replies: replies.list,
  };
}

async function readLoyaltyOrders(url: URL, promo: Promo) {
  const status = url.searchParams.get(LOYALTY_STATUS_PARAMETER) ?? "";
  const denyReason = url.searchParams.get(LOYALTY_REASON_PARAMETER) ?? "";
  const filter = { ...(status && { status }), ...(denyReason && { denyReason }) };
  const [page, statuses, denyReasons, holdReasons, replies] = await Promise.all([
    readNumberedList(url, loyaltyList.declaration, FALLBACKS.submissions, (input) =>
      promo.loyaltyOrders({ ...input, ...filter } as Inputs["loyaltyOrders"]),
    ),
    readWithFallback(FALLBACKS.statuses, () => promo.loyaltyStatuses()),
    readWithFallback(FALLBACKS.denyReasons, () => promo.loyaltyDenyReasons()),
    readWithFallback(FALLBACKS.holdReasons, () => promo.holdReasons()),
    promo.replies(),
  ]);
  return {
    ...page,
    replies: replies.list,
    filter: { status, denyReason },
    statuses: statuses.list.map(({ status: name }) => ({ value: name, label: name })),
    denyReasons: reasonOptions(denyReasons.list),
    holdReasons: reasonOptions(holdReasons.list),
  };
}

/** @throws a redirect to the address without the email when it has a search too */
async function readSubmissions(url: URL, promo: Promo) {
  const filter = readFilter(url.searchParams);
  if (filter.submissionEmail && url.searchParams.get("q")) {
    // They exclude each other. An email that stays in the address would filter again when the search is cleared.
    url.searchParams.delete("submissionEmail");
    throw redirect(`${promoFunction.path}?${url.searchParams}`);
  }
  const isNarrowed = Boolean(url.searchParams.get("q")) || Object.keys(filter).length > 0;
  const [page, filterNames] = await Promise.all([
    readNumberedList(
      url,
      submissionsList.declaration,
      isNarrowed ? FALLBACKS.query : FALLBACKS.load,
      (input) => promo.list({ ...input, ...filterInput(filter, input.search) } as Inputs["list"]),
    ),
    readFilterNames(promo, filter),
  ]);
  return { ...page, filter, filterNames };
}

/** How a list is requested. */
interface PageInput {
  search: string;
  sortField: string;
  sortOrder: string;
  page: number;
  pageSize: number;
}

/** Reads a page of a list by the address's search, order, page and page size. */
async function readNumberedList<Row extends { id: number }, Key extends string>(
  url: URL,
  list: ListDeclaration<Key>,
  fallback: string,
  read: (
    input: PageInput,
  ) => Promise<{ list: Row[]; total: number; hasNext: boolean; hasPrevious: boolean; isExact: boolean }>,
) {
  const state = readListState(withKnownSort(url, list), list);
  const [sortField = "", sortOrder = ""] = state.sort.split(" ");
  const size = Number(url.searchParams.get(SIZE_PARAMETER));
  const pageSize: number = PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[1];
  let isExact = true;
  const result = await readWithFallback(fallback, () =>
    readListPage(state.page ?? 1, pageSize, async (page) => {
      const answer = await read({ search: state.search, sortField, sortOrder, page, pageSize });
      isExact = answer.isExact;
      return answer;
    }),
  );
  return {
    list: { ...list, pageSize },
    state,
    pageSize,
    result: {
      ...result,
      rows: withTextIdsOf(result.rows),
      total: result.total && { ...result.total, exact: isExact },
    },
  };
}

const withTextIdsOf = <Row extends { id: number | string }>(rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, id: String(row.id) }));

const reasonOptions = (reasons: readonly { id: number | string; reason: string }[]) =>
  reasons.map(({ id, reason }) => ({ value: String(id), label: reason }));
