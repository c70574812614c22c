import { auditAction, MAY_NAME_OTHERS } from "~/core/audit/audit-action.server";

/** The fields of a code, keyed by their form labels. */
type CodeSide = Record<string, string>;

export const codeCreated = auditAction<null, CodeSide>(
  "registrationCode.created",
  "Created a registration code",
  MAY_NAME_OTHERS,
);
export const codeDeactivated = auditAction<null, null>(
  "registrationCode.deactivated",
  "Deactivated a registration code",
);
export const codeReactivated = auditAction<null, null>(
  "registrationCode.reactivated",
  "Reactivated a registration code",
);
export const codeChanged = auditAction<CodeSide, CodeSide>(
  "registrationCode.changed",
  "Changed a registration code",
  MAY_NAME_OTHERS,
);
