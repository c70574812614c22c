import { type SQL, sql } from "drizzle-orm";

/** What `find` answers of a subject: at least its current name. */
export interface FoundSubject {
  name: string | null;
}

/** What a subject consists of, where its entries name them by number. People don't know the numbers, so a timeline has their names. */
interface AuditParts {
  /** The keys of an entry's sides that contain such numbers. */
  keys: readonly string[];
  /** A query for one JSON object: the names of these parts of the subject by their numbers. */
  find(shop: SQL, id: SQL, numbers: SQL): SQL<PartNames | null>;
  /** What a part is called when it has no name, or no longer has one. */
  nameless: string;
}

/** Names by number. */
export type PartNames = Record<string, string>;

/** A kind of record that audit entries are about, declared by the module that owns the record. */
export interface AuditSubject<Found extends FoundSubject = FoundSubject> {
  kind: "audit subject";
  /** As it is stored, and as the address of a timeline names it. */
  name: string;
  /** Shopify's requests about personal data name this subject by its id. Entries about it are erased with the person. */
  isDataSubject?: true;
  /** What its ids look like. An erased subject's id (`erased`) doesn't match and finds nothing. */
  id: { type: "bigint" | "integer" | "uuid" | "text"; pattern: string };
  /** A query for one JSON object about the subject with this id. Without it, the subject has no name of its own. */
  find?(shop: SQL, id: SQL): SQL<Found | null>;
  /** Where a search finds it: a view with the column `shop`, the column of its id, and one with its name and email address in lower case and a trigram index. */
  search?: { from: SQL; id: SQL; text: SQL };
  /** The subject's id when a search names it by its id. */
  readId?(search: string): string | undefined;
  parts?: AuditParts;
  /** What it is called when it has no name, or no longer has one. Never its id: people don't know it. */
  nameless: string;
  /** The subject's page, if it has one. `listPath` is the path of the function that the entry belongs to. */
  urlOf?(id: string, found: Found | null, listPath: string | undefined): string | null;
}

export const auditSubject = <Found extends FoundSubject = FoundSubject>(
  name: string,
  subject: Omit<AuditSubject<Found>, "kind" | "name">,
): AuditSubject<Found> => ({ kind: "audit subject", name, ...subject });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A search's text as a UUID, for subjects that have one as their id. */
export const readUuid = (search: string): string | undefined =>
  UUID.test(search) ? search.toLowerCase() : undefined;

export const UUID_ID = { type: "uuid", pattern: "^[0-9a-f-]{36}$" } as const;

export const INTEGER_ID = { type: "integer", pattern: "^[0-9]{1,9}$" } as const;

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

// Written out, because Drizzle leaves the table's name off in a select's columns, where a subquery would hide them.
export const ENTRY_SHOP = sql.raw("audit_entries.shop");

export const ENTRY_TYPE = sql.raw("audit_entries.subject_type");

const ENTRY_ID = sql.raw("audit_entries.subject_id");

/** The subject's id as its table has it. Inside CASE, because the ids of other subjects can't be converted. */
export const subjectIdAs = ({ name, id }: AuditSubject): SQL =>
  sql`CASE WHEN ${ENTRY_TYPE} = ${name} AND ${ENTRY_ID} ~ ${id.pattern} THEN ${ENTRY_ID}::${sql.raw(id.type)} END`;
