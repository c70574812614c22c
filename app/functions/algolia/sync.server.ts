import { auditAction } from "~/core/audit/audit-action.server";
import { algoliaConnection } from "~/domain/search/algolia/connection.server";
import { algoliaEngine } from "~/domain/search/algolia/engine.server";
import { readInitialFacets } from "~/domain/search/algolia/initial-facets.server";
import { defineSearchSync } from "~/domain/search/define-search-sync.server";
import { ALGOLIA_NOT_CONFIGURED } from "~/domain/search/sync-state";
import { RUN_TITLE, SECTION } from "./section";

export const algoliaSyncStarted = auditAction<null, null>(
  "algolia.sync-started",
  "Started a sync with Algolia",
);

/** The sync of products to Algolia. */
export const algoliaSync = defineSearchSync({
  name: SECTION,
  title: RUN_TITLE,
  system: "Algolia",
  flag: "showAlgolia",
  notConfigured: ALGOLIA_NOT_CONFIGURED,
  isConfigured: algoliaConnection.isConfigured,
  open: async (shop, signal, fields) =>
    algoliaEngine(
      await algoliaConnection.access(shop),
      { fields, readFacets: () => readInitialFacets(shop) },
      signal,
    ),
});
