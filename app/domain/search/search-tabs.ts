import type { PageCall } from "~/platform/page-call";

/** The tabs of a search engine's page. */
export const SEARCH_TABS = ["syncs", "fields", "inspector", "search"] as const;
export type SearchTab = (typeof SEARCH_TABS)[number];

export const TAB_LABELS: Record<SearchTab, string> = {
  syncs: "Syncs",
  fields: "Fields",
  inspector: "Index inspector",
  search: "Test search",
};

/** The calls of an engine's page. */
export interface SearchPageCalls {
  start: PageCall;
  setField(name: string, indexed: boolean): PageCall;
  send(product: string): PageCall;
  compare: PageCall;
  sendDifferences: PageCall;
}
