import type { SolrFiltersPageData } from "../page-data.server";
import { CollectionFiltersTab } from "./CollectionFiltersTab";
import { DefinitionsTab } from "./DefinitionsTab";

/** The screen SOLR Filters: the filters of a collection, or what products can be filtered by. */
export function SolrFiltersPage({ page }: { page: SolrFiltersPageData }) {
  return page.tab === "collections" ? <CollectionFiltersTab {...page} /> : <DefinitionsTab {...page} />;
}
