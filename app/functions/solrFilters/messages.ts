export const TITLE = "SOLR Filters";

/** Before the reason of a failure. The first is spelled so in the specification. */
export const FALLBACKS = {
  collections: "Error getting collectionds",
  filters: "Error getting filters",
  settings: "Error updating filter's settings",
  ui: "Error updating filter's UI settings",
  solr: "Error updating filter's SOLR settings",
  order: "Error changing the order of the filters",
  copy: "Error coping configuration",
  publish: "Error updating collections",
} as const;

export const addingFailed = (name: string): string => `Error adding ${name}`;

export const removingFailed = (name: string): string => `Error removing ${name}`;

export const activatingFailed = (name: string): string => `Error updating ${name}`;

export const NO_FILTERS = "No filters found.";

export const NO_COLLECTIONS = "No collections found.";

export const ORDER_NOT_VALID = "Enter the Order as a whole number of at most 6 digits.";

export const CUSTOM_MISSING = "Choose a Custom control, or another Control Style.";

export const PRICE_IS_A_RANGE =
  "Price can only be filtered by a range. Choose the Control Style Custom with Range.";

export const PRICE_HAS_NO_OPTIONS = "Price is filtered by a range, so it has no options.";

export const TOO_MANY_OPTIONS =
  "A filter can have settings for at most 2,000 options. Reset options to their defaults first.";

export const NOTHING_INCLUDED = "Include at least one filter, then copy the configuration.";

export const COPY_TO_ITSELF = "Choose other collections than the one that you copy from.";

export const COLLECTION_GONE = "This collection doesn't exist in the store. Select another one.";

export const targetGone = (title: string): string =>
  `The collection ${title} doesn't exist in the store. Nothing was copied. Leave it out and try again.`;

export const orderChangedSince = (stored: readonly string[], wanted: readonly string[]): string =>
  `Someone else changed these filters. Their order is now ${stored.join(", ")}. Yours, ${wanted.join(", ")}, wasn't saved.`;

export const inactive = (name: string): string =>
  `${name} isn't active. Activate it under Filters Definitions first.`;

export const notIncluded = (name: string): string =>
  `${name} isn't included in this collection. Include it first.`;

export const unknownFilter = (name: string): string =>
  `No product has a field ${name}, so it can't be a filter.`;

/** The tabs of the page. */
export const FILTER_TABS = ["collections", "definitions"] as const;

export type FilterTab = (typeof FILTER_TABS)[number];

export const TAB_LABELS: Record<FilterTab, string> = {
  collections: "Collection Filters",
  definitions: "Filters Definitions",
};

/** The syncs that publish search filters, as messages name them. */
export const SECTION = "solrFilters";
