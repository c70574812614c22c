import { auditAction } from "~/core/audit/audit-action.server";

export const mirrorRebuildRequested = auditAction<null, { mirror: string }>(
  "mirror.rebuild requested",
  "Requested a rebuild of a mirror",
);
