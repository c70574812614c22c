import { auditAction } from "~/core/audit/audit-action.server";

export const solrSyncStarted = auditAction<null, null>("solr.sync-started", "Started a sync with Solr");
