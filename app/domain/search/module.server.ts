import { declareModule } from "~/core/module.server";
import { algoliaConnection } from "./algolia/connection.server";
import { indexedFieldChanged } from "./index-fields.server";
import { productSent } from "./inspect/inspect-product.server";
import { comparisonStarted, differencesSent } from "./search-calls.server";
import { solrConnection } from "./solr/connection.server";

export const searchModule = declareModule({
  folder: "domain/search",
  calls: { connectors: { algolia: algoliaConnection.calls, solr: solrConnection.calls } },
  declares: [
    algoliaConnection,
    solrConnection,
    indexedFieldChanged,
    comparisonStarted,
    differencesSent,
    productSent,
  ],
});
