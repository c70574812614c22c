import { declareModule } from "~/core/module.server";

import { algoliaConnection } from "./algolia/connection.server";
import { solrConnection } from "./solr/connection.server";

export const searchModule = declareModule({
  folder: "domain/search",
  calls: { connectors: { algolia: algoliaConnection.calls, solr: solrConnection.calls } },
  declares: [algoliaConnection, solrConnection],
});
