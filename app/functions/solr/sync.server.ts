import { auditAction } from "~/core/audit/audit-action.server";
import { defineSearchSync } from "~/domain/search/define-search-sync.server";
import { solrConnection } from "~/domain/search/solr/connection.server";
import { solrEngine } from "~/domain/search/solr/engine.server";
import { SOLR_NOT_CONFIGURED } from "~/domain/search/sync-state";
import { RUN_TITLE, SECTION } from "./section";

export const solrSyncStarted = auditAction<null, null>("solr.sync-started", "Started a sync with Solr");

/** The sync of products to Solr, with the metafields that other modules declare as search fields. */
export const solrSync = defineSearchSync({
  name: SECTION,
  title: RUN_TITLE,
  system: "Solr",
  flag: "showSolr",
  notConfigured: SOLR_NOT_CONFIGURED,
  isConfigured: solrConnection.isConfigured,
  open: async (shop, signal, fields) => solrEngine(await solrConnection.access(shop), fields, signal),
});
