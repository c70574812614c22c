import type { SQL } from "drizzle-orm";
import type { AuditSubject } from "./audit-subject.server";

/** Records that stand for many others, such as a request about a hundred customers. Its entries are in the history of each of them. */
export interface AuditGroup {
  kind: "audit group";
  /** The records that belong to groups. */
  member: Pick<AuditSubject, "name" | "id">;
  /** What the entries of a group are about. */
  group: Pick<AuditSubject, "name">;
  /** A query for the ids, as text, of the groups that a member belongs to. */
  groupsOf(shop: SQL, memberId: SQL): SQL;
}

export const auditGroup = (group: Omit<AuditGroup, "kind">): AuditGroup => ({
  kind: "audit group",
  ...group,
});
