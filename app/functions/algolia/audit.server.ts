import { auditAction } from "~/core/audit/audit-action.server";

export const algoliaSyncStarted = auditAction<null, null>(
  "algolia.sync-started",
  "Started a sync with Algolia",
);
