import { auditAction } from "~/core/audit/audit-action.server";

export const registeredWithCode = auditAction<null, { code: string; partner: string }>(
  "customer.registered with code",
  "Registered with a code",
);

/** Partners by handle: their names. */
type PartnersSide = Record<string, string>;

export const partnersChanged = auditAction<PartnersSide, PartnersSide>(
  "partners.changed",
  "Changed the partners of registration codes",
  { mayNameOthers: true },
);
