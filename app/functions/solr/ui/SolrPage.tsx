import type { SearchPageData } from "~/domain/search/search-page.server";
import { SearchPage } from "~/domain/search/ui/SearchPage";
import { solrCall, TITLE } from "../function";
import { RUN_TITLE, SECTION } from "../section";

const REQUIRED = {
  start: "Start SOLR sync",
  refresh: "Refresh status",
  pollMs: 30_000,
  afterStartMs: 5_000,
} as const;

/** The page SOLR: how the last sync ended, and a button that starts one. */
export const SolrPage = ({ data }: { data: SearchPageData }) => (
  <SearchPage
    data={data}
    title={TITLE}
    runTitle={RUN_TITLE}
    section={SECTION}
    system="Solr"
    required={REQUIRED}
    calls={{
      start: solrCall("solr.update", {}),
      setField: (name, indexed) => solrCall("solr.setField", { name, indexed }),
      send: (product) => solrCall("solr.send", { product }),
      compare: solrCall("solr.compare", {}),
      sendDifferences: solrCall("solr.sendDifferences", {}),
    }}
  />
);
