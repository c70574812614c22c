import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import { containsIndexed } from "~/core/lists/search.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type AuditSubject, ENTRY_SHOP, subjectIdAs } from "./audit-subject.server";
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
export async function isAboutSubjectNamed(
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
