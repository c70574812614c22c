import { sql } from "drizzle-orm";
import { auditAction, MAY_NAME_OTHERS } from "~/core/audit/audit-action.server";
import { auditSubject, INTEGER_ID } from "~/core/audit/audit-subject.server";

export const codeSubject = auditSubject("registrationCode", {
  id: INTEGER_ID,
  find: (shop, id) => sql`SELECT json_build_object('name', c.code) FROM registration_codes AS c
    WHERE c.shop = ${shop} AND c.id = ${id}`,
  nameless: "A deleted registration code",
  urlOf: () => "/registrationCodes",
});

/** The fields of a code, keyed by their form labels. */
type CodeSide = Record<string, string>;

export const codeCreated = auditAction<null, CodeSide>(
  "registrationCode.created",
  "Created a registration code",
  MAY_NAME_OTHERS,
);
export const codeChanged = auditAction<CodeSide, CodeSide>(
  "registrationCode.changed",
  "Changed a registration code",
  MAY_NAME_OTHERS,
);
