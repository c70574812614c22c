import { declareModule } from "~/core/module.server";

import { algoliaConnector } from "./algolia/connector.server";
import { solrConnector } from "./solr/connector.server";

export const searchModule = declareModule({
  folder: "domain/search",
  calls: { connectors: { algolia: algoliaConnector.calls, solr: solrConnector.calls } },
  declares: [algoliaConnector, solrConnector],
});
