/** The tabs of the page. */
export const FILTER_TABS = ["collections", "definitions"] as const;
export type FilterTab = (typeof FILTER_TABS)[number];

export const TAB_LABELS: Record<FilterTab, string> = {
  collections: "Collection Filters",
  definitions: "Filters Definitions",
};
