import { sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { USED_METAFIELDS, USED_OPTIONS } from "~/domain/products/read-metafields.server";
import { FILTERS_LIST } from "./settings";
import { filterDefinitions } from "./tables.server";

/** Since the fields of products were last read. A filter by a field of every product always has values. */
export const emptyFilters = defineDeskLine({
  name: "search-filters-empty",
  for: "showSolrFilters",
  urgency: "soon",
  noun: "search filter whose field no product has",
  nouns: "search filters whose field no product has",
  action: "Review filters",
  address: "/solrFilters?tab=definitions",
  list: FILTERS_LIST,
  records: ({ shop }) => ({
    from: sql`${filterDefinitions} AS definition JOIN settings AS used
      ON used.shop = definition.shop AND used.key = CASE
           WHEN definition.name LIKE 'option:%' THEN ${USED_OPTIONS} WHEN definition.name LIKE '%.%' THEN ${USED_METAFIELDS} END`,
    at: sql`used.changed_at`,
    where: sql`definition.shop = ${shop.domain} AND definition.active
      AND NOT used.value -> 'types' ? CASE WHEN definition.name LIKE 'option:%' THEN substr(definition.name, length('option:') + 1) ELSE definition.name END`,
  }),
});
