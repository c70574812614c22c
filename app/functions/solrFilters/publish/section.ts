/** The runs that publish search filters, as messages name them. */
export const SECTION = "solrFilters";
