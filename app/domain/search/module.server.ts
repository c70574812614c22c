import { defineModule } from "~/core/module.server";
import { algoliaConnector } from "./algolia/connector.server";
import { solrConnector } from "./solr/connector.server";

export const searchModule = defineModule({
  folder: "domain/search",
  connectors: [algoliaConnector, solrConnector],
});
