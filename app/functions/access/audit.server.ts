import { type Grants, grantDifference } from "~/core/access/grants";
import { auditAction } from "~/core/audit/audit-action.server";

export const accessGranted = auditAction<Grants, Grants>("access.granted", "Changed access", {
  describe: (before, after, { menuNameOf }) => grantDifference(before, after, menuNameOf),
});
