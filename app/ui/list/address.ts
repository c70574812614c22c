import type { ListColumn, ListDeclaration, ListResult, ListState } from "~/platform/list";
import { PAGE_PARAMETERS, SHOPIFY_PARAMETERS } from "~/platform/visit-parameters";

/** Changes of an address's parameters; null and "" take a parameter away. */
type Changes = Record<string, string | null | undefined>;

function withChanges(search: string, removed: readonly string[], changes: Changes): string {
  const parameters = new URLSearchParams(search);
  for (const name of [...SHOPIFY_PARAMETERS, ...removed]) parameters.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value) parameters.set(name, value);
    else parameters.delete(name);
  }
  const text = parameters.toString();
  return text ? `?${text}` : "?";
}

/** The list's first page with some parameters changed: another search, order, tab or filter starts from the beginning. */
export const firstPage = (search: string, changes: Changes): string =>
  withChanges(search, PAGE_PARAMETERS, changes);

/** The page after or before the one that is shown. `first` is the position of its first row, where it is known. */
export const pageAt = (
  search: string,
  direction: "next" | "previous",
  cursor: string | null,
  first: number | null,
): string => withChanges(search, [], { direction, last_id: cursor, first: first ? String(first) : null });

/**
 * The position in the list of the first row shown, from 1. A cursor doesn't say it, so the address carries it from page to page;
 * null for an address without it.
 */
export function firstPosition(
  search: string,
  { hasPreviousPage, pager }: Pick<ListResult<unknown>, "hasPreviousPage" | "pager">,
  pageSize: number,
): number | null {
  if (!hasPreviousPage) return 1;
  if (pager) return (pager.page - 1) * pageSize + 1;
  const first = new URLSearchParams(search).get("first") ?? "";
  return /^[1-9]\d{0,8}$/.test(first) ? Number(first) : null;
}

/** A page by its number, of a list that counts its pages; the first needs none. */
export const numberedPage = (search: string, page: number): string =>
  firstPage(search, { page: page > 1 ? String(page) : null });

/** The parameters of an address that are the list's own, its page included, and not the admin's, some of which are secret. */
export const ownQuery = (search: string): string => withChanges(search, [], {}).slice(1);

/** What a saved view keeps of an address: tab, search, order and filters, without the page and without Shopify's parameters. */
export const viewQuery = (search: string): string => firstPage(search, {}).slice(1);

/** What doesn't narrow a list. `from` is the list that a dialog with its own address returns to. */
const NOT_NARROWING = new Set(["tab", "sort", "pageSize", "open", "from"]);

/** The address of the whole list, without its search and filters. Null where neither narrows it. */
export function withoutNarrowing(search: string): { to: string; isFiltered: boolean } | null {
  const names = [...new URLSearchParams(viewQuery(search)).keys()].filter((name) => !NOT_NARROWING.has(name));
  if (names.length === 0) return null;
  return {
    to: firstPage(search, Object.fromEntries(names.map((name) => [name, null]))),
    isFiltered: names.some((name) => name !== "q"),
  };
}

/**
 * The saved view that an address shows, whatever the order of its parameters. A view without a tab is shown in any tab, unless another
 * one is exactly what is shown.
 */
export function shownView<View extends { query: string }>(
  search: string,
  views: readonly View[],
): { view: View; isExact: boolean } | null {
  const shown = new URLSearchParams(viewQuery(search));
  const exact = views.find((view) => isSame(new URLSearchParams(view.query), shown));
  if (exact) return { view: exact, isExact: true };
  shown.delete("tab");
  const view = views.find(({ query }) => isSame(new URLSearchParams(query), shown));
  return view ? { view, isExact: false } : null;
}

interface Address {
  pathname: string;
  search: string;
}

const tabOf = ({ search }: Address) => new URLSearchParams(search).get("tab");

/** Whether two addresses show the same tab of the same page, whatever its search and filters are. */
export const isSameTab = (one: Address, other: Address): boolean =>
  one.pathname === other.pathname && tabOf(one) === tabOf(other);

function isSame(one: URLSearchParams, other: URLSearchParams): boolean {
  for (const parameters of [one, other]) parameters.sort();
  return one.toString() === other.toString();
}

/** The order that a click on a column's header asks for: the other way round where the list is in this order already. */
export function nextSort(column: ListColumn, state: ListState): string {
  return `${column.key} ${state.sort === `${column.key} asc` ? "desc" : "asc"}`;
}

/** `aria-sort` of a column's header; undefined for a column that cannot be sorted. */
export function ariaSort(
  column: ListColumn,
  state: ListState,
): "ascending" | "descending" | "none" | undefined {
  if (!column.sortable) return undefined;
  const [key, order] = state.sort.split(" ");
  if (key !== column.key) return "none";
  return order === "desc" ? "descending" : "ascending";
}

/** The URL parameter of an order; the list's own order needs none. */
export const sortParameter = (sort: string, list: ListDeclaration): string | null =>
  sort === list.defaultSort ? null : sort;
