import type { ListDeclaration } from "~/platform/list";
import { FILTERS_LIST } from "./settings";

/** Which collections the list of collections shows. */
export const COLLECTION_STATES = ["all", "filters", "unpublished", "empty"] as const;
export type CollectionState = (typeof COLLECTION_STATES)[number];

export const STATE_LABELS: Record<CollectionState, string> = {
  all: "All",
  filters: "With filters",
  unpublished: "Not published",
  empty: "Without values",
};

export const COLLECTIONS_PER_PAGE = 25;

/** The collections of the store, which Shopify has, with the state of their filters. */
export const collectionsList = {
  name: FILTERS_LIST,
  columns: [
    { key: "title", title: "Collection", narrow: "title" },
    { key: "filters", title: "Filters", align: "end" },
    { key: "state", title: "State", narrow: "plain" },
    { key: "empty", title: "Filters without values" },
    { key: "published", title: "Published" },
  ],
  defaultSort: "",
  search: { maxLength: 60, hint: "Part of a collection's title" },
  pageSize: COLLECTIONS_PER_PAGE,
  density: "compact",
} as const satisfies ListDeclaration;
