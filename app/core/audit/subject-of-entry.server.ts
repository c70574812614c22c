import { type SQL, sql } from "drizzle-orm";
import type { AuditSubject } from "./audit-subject.server";

// Written out, because Drizzle leaves the table's name off in a select's columns, where a subquery would hide them.
export const ENTRY_SHOP = sql.raw("audit_entries.shop");
export const ENTRY_TYPE = sql.raw("audit_entries.subject_type");
const ENTRY_ID = sql.raw("audit_entries.subject_id");

/** The subject's id as its table has it. Inside CASE, because the ids of other subjects can't be converted. */
export const subjectIdAs = ({ name, id }: AuditSubject): SQL =>
  sql`CASE WHEN ${ENTRY_TYPE} = ${name} AND ${ENTRY_ID} ~ ${id.pattern} THEN ${ENTRY_ID}::${sql.raw(id.type)} END`;
