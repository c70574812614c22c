import { and, asc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { PageRequest } from "~/core/lists/keyset-page";
import { defineListQuery, queryRows, readKeysetPage } from "~/core/lists/list-query.server";
import { containsIndexed } from "~/core/lists/search.server";
import type { Administrator } from "~/platform/auth/permission";
import { administrators } from "~/platform/auth/tables.server";
import { visibleRows } from "~/platform/auth/visible-rows.server";
import type { DayRange } from "~/platform/dates/day-range";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ListDeclaration, ListResult } from "~/platform/list";
import {
  type AuditGroup,
  type AuditSubject,
  ENTRY_SHOP,
  ENTRY_TYPE,
  type FoundSubject,
  type PartNames,
  readUuid,
  subjectIdAs,
} from "./audit-subject.server";
import { auditEntries } from "./tables.server";

/** With more subjects of a name, their entries are usually so frequent that reading from the newest one on finds a page sooner. */
const FEW_SUBJECTS = 1_000;

/** What separates the words of a subject's name and email address. */
const SEPARATORS = [" "];

/**
 * The condition of entries whose subject has every word of a text in its name or email address. A word of one or two letters matches only
 * the start of a word there, because an index of the subjects' table can't find it elsewhere. A few subjects are found first, and then
 * their entries. With many, the subject of each entry is checked.
 */
async function isAboutSubjectNamed(
  tx: ShopTransaction,
  shop: string,
  subjects: readonly AuditSubject[],
  text: string,
): Promise<SQL | undefined> {
  const conditions: (SQL | undefined)[] = [];
  for (const subject of subjects) {
    if (!subject.search) continue;
    const { from, id, text: name } = subject.search;
    const isNamed = containsIndexed(name, text, SEPARATORS);
    const found = await queryRows<{ id: string }>(
      tx,
      sql`SELECT ${id}::text AS id FROM ${from} WHERE shop = ${shop} AND ${isNamed} LIMIT ${FEW_SUBJECTS + 1}`,
    );
    const isOne =
      found.length > FEW_SUBJECTS
        ? sql`EXISTS (SELECT 1 FROM ${from} WHERE shop = ${ENTRY_SHOP} AND ${id} = ${subjectIdAs(subject)} AND ${isNamed})`
        : inArray(
            auditEntries.subjectId,
            found.map((row) => row.id),
          );
    conditions.push(and(eq(auditEntries.subjectType, subject.name), isOne));
  }
  return or(sql`false`, ...conditions);
}

/** Which entries to read. An absent filter doesn't narrow. */
export interface AuditFilter {
  actorId?: string;
  /** An action's name. */
  action?: string;
  day?: DayRange;
  /** Part of a name or email address of a subject that can be searched, a subject's id, or a job's id. */
  search?: string;
  subject?: { type: string; id: string };
}

/** An entry with what its subject is today. `found` is null for a subject that no longer exists or has no record. */
export interface AuditRecord {
  entry: typeof auditEntries.$inferSelect;
  found: FoundSubject | null;
  /** The names of the parts that the entry names by number. */
  partNames: PartNames | null;
}

interface AuditReader {
  shop: string;
  administrator: Administrator;
  /** All kinds of subjects and groups that modules declare. */
  subjects: readonly AuditSubject[];
  groups: readonly AuditGroup[];
}

const auditQuery = defineListQuery({
  from: sql`${auditEntries}`,
  id: { by: sql`${auditEntries.id}`, type: "bigint" },
  sorts: { at: "id" },
  conditions: ({
    reader,
    filter,
    isFound,
  }: {
    reader: AuditReader;
    filter: AuditFilter;
    /** The condition of its search. */
    isFound: SQL | undefined;
  }) => [
    eq(auditEntries.shop, reader.shop),
    visibleTo(reader.administrator),
    ...conditionsOf(filter, reader),
    isFound,
  ],
});

/**
 * A page of audit entries, newest first, as far as the reader may see them. The owner sees all entries of the shop. Others see the
 * entries of functions that they have the flag of, and their own entries that belong to no function. Their own decisions
 * name people too, so these need the flag.
 * @throws 400 for a cursor of another list
 */
export async function readAudit(
  tx: ShopTransaction,
  reader: AuditReader,
  filter: AuditFilter,
  { list, ...request }: PageRequest & { list: ListDeclaration },
): Promise<ListResult<AuditRecord>> {
  const isFound = filter.search ? await isFoundBy(tx, reader, filter.search) : undefined;
  const options = {
    list,
    filter: { reader, filter, isFound },
    scope: [reader.shop, ...cursorScope(filter)],
    request,
  };
  return readKeysetPage(auditQuery, options, ({ where, orderBy, limit, position }) =>
    tx
      .select({
        entry: auditEntries,
        found: foundSubject(reader.subjects),
        partNames: foundParts(reader.subjects),
        position,
      })
      .from(auditEntries)
      .where(where)
      .orderBy(orderBy)
      .limit(limit),
  );
}

/** The entries of subjects of one kind, oldest first, for a page of the function that declares the kind. The caller has checked its permission. */
export const readEntriesOf = (
  tx: ShopTransaction,
  shop: string,
  { type, ids }: { type: string; ids: readonly string[] },
): Promise<(typeof auditEntries.$inferSelect)[]> =>
  tx
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.shop, shop),
        eq(auditEntries.subjectType, type),
        inArray(auditEntries.subjectId, [...ids]),
      ),
    )
    .orderBy(asc(auditEntries.id));

/** The filters that a cursor is valid for. */
const cursorScope = ({ actorId, action, day, search, subject }: AuditFilter) => [
  actorId,
  action,
  day?.start,
  search,
  subject?.type,
  subject?.id,
];

/** What a record is today. Null for one that doesn't exist, or whose kind has no `find`. */
export async function readSubject(
  tx: ShopTransaction,
  shop: string,
  { id: { pattern, type }, find }: AuditSubject,
  id: string,
): Promise<FoundSubject | null> {
  if (!find || !new RegExp(pattern).test(id)) return null;
  const { rows } = await tx.execute<{ found: FoundSubject | null }>(
    sql`SELECT (${find(sql`${shop}`, sql`${id}::text::${sql.raw(type)}`)}) AS found`,
  );
  return rows[0]?.found ?? null;
}

/** The administrators whose changes the reader may see, by name. */
export async function readAuditActors(
  tx: ShopTransaction,
  shop: string,
  reader: Administrator,
): Promise<{ id: string; name: string }[]> {
  const didSomething = tx
    .select({ one: sql`1` })
    .from(auditEntries)
    .where(and(eq(auditEntries.shop, shop), eq(auditEntries.actorId, administrators.id), visibleTo(reader)));
  return tx
    .select({ id: administrators.id, name: administrators.name })
    .from(administrators)
    .where(and(eq(administrators.shop, shop), sql`EXISTS ${didSomething}`))
    .orderBy(asc(administrators.name));
}

function visibleTo(reader: Administrator): SQL | undefined {
  if (reader.isOwner) return undefined;
  const own = and(isNull(auditEntries.flag), eq(auditEntries.actorId, reader.id));
  return reader.flags.length > 0 ? or(own, visibleRows(reader, auditEntries)) : own;
}

/** What the subject of an entry is today. Only the query of the entry's own kind of subject runs. */
function foundSubject(subjects: readonly AuditSubject[]): SQL<FoundSubject | null> {
  const cases = subjects.flatMap((subject) =>
    subject.find ? [sql`WHEN ${subject.name} THEN (${subject.find(ENTRY_SHOP, subjectIdAs(subject))})`] : [],
  );
  return sql`CASE ${ENTRY_TYPE} ${sql.join(cases, sql` `)} END`;
}

/** The names of the parts of an entry's subject, of the numbers in its sides. */
function foundParts(subjects: readonly AuditSubject[]): SQL<PartNames | null> {
  const cases = subjects.flatMap((subject) =>
    subject.parts
      ? [
          sql`WHEN ${subject.name} THEN (${subject.parts.find(ENTRY_SHOP, subjectIdAs(subject), numbersIn(subject.parts.keys))})`,
        ]
      : [],
  );
  return cases.length > 0 ? sql`CASE ${ENTRY_TYPE} ${sql.join(cases, sql` `)} END` : sql`NULL`;
}

const numbersIn = (keys: readonly string[]): SQL => sql`ARRAY(
  SELECT number::integer
  FROM (VALUES (audit_entries.before), (audit_entries.after)) AS side(fields),
    jsonb_each_text(CASE jsonb_typeof(side.fields) WHEN 'object' THEN side.fields END) AS field(key, value),
    regexp_split_to_table(field.value, '[^0-9]+') AS number
  WHERE field.key = ANY(${sql.param(keys)}::text[]) AND number ~ '^[0-9]{1,9}$')`;

function conditionsOf(
  { actorId, action, day, subject }: AuditFilter,
  { shop, groups }: AuditReader,
): (SQL | undefined)[] {
  return [
    actorId ? eq(auditEntries.actorId, actorId) : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    day && and(gte(auditEntries.at, day.start), lt(auditEntries.at, day.end)),
    subject && or(isAbout(subject.type, subject.id), ...isAboutGroupOf(subject, shop, groups)),
  ];
}

const isAbout = (type: string, id: string): SQL | undefined =>
  and(eq(auditEntries.subjectType, type), eq(auditEntries.subjectId, id));

/** Entries about the groups that a subject belongs to. As an array, the groups are found once, and the index finds their entries. */
const isAboutGroupOf = (
  { type, id }: { type: string; id: string },
  shop: string,
  groups: readonly AuditGroup[],
): (SQL | undefined)[] =>
  groups
    .filter(({ member }) => member.name === type && new RegExp(member.id.pattern).test(id))
    .map(({ member, group, groupsOf }) => {
      const ids = groupsOf(sql`${shop}`, sql`${id}::text::${sql.raw(member.id.type)}`);
      return and(
        eq(auditEntries.subjectType, group.name),
        sql`${auditEntries.subjectId} = ANY(ARRAY(${ids}))`,
      );
    });

/** A job's id also finds the job's own entries. Text that isn't an id finds subjects by part of their name or email address. */
async function isFoundBy(
  tx: ShopTransaction,
  { shop, subjects }: AuditReader,
  text: string,
): Promise<SQL | undefined> {
  const jobId = readUuid(text);
  const byId = subjects.flatMap((subject) => {
    const id = subject.readId?.(text);
    return id === undefined ? [] : [isAbout(subject.name, id)];
  });
  if (jobId || byId.length > 0) return or(jobId ? eq(auditEntries.jobId, jobId) : undefined, ...byId);
  return isAboutSubjectNamed(tx, shop, subjects, text);
}
