import { sql } from "drizzle-orm";
import { auditAction } from "~/core/audit/audit-action.server";
import { auditSubject, INTEGER_ID } from "~/core/audit/audit-subject.server";

export const codeSubject = auditSubject("registrationCode", {
  id: INTEGER_ID,
  find: (shop, id) => sql`SELECT json_build_object('name', c.code) FROM registration_codes AS c
    WHERE c.shop = ${shop} AND c.id = ${id}`,
  nameless: "A deleted registration code",
  urlOf: () => "/registrationCodes",
});

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
