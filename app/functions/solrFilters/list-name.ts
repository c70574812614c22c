/** The name of all data of this page in realtime messages. */
export const FILTERS_LIST = "solrFilters";
