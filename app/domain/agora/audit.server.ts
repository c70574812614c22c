import { auditAction } from "~/core/audit/audit-action.server";

export const customerSynced = auditAction<null, { Agora: string; version: number }>(
  "customer.synced",
  "Synced a person to Agora",
  // The id and version are for support: they say nothing to people.
  { describe: () => [] },
);
