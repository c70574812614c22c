import type pg from "pg";
import type { AuditAction } from "~/core/audit/audit-action.server";
import type { AuditSubject } from "~/core/audit/audit-subject.server";
import { type Erasure, erasure } from "./erasure.server";

/**
 * Erases entries about the customer, and the content of entries that name the customer without being about them. It runs
 * late, because earlier stages wait for other transactions, which may have added entries.
 */
export function eraseAudit({
  auditActions,
  auditSubjects,
}: {
  auditActions: ReadonlyMap<string, AuditAction>;
  auditSubjects: ReadonlyMap<string, AuditSubject>;
}): Erasure {
  const searched = namesOf(auditActions, ({ mayNameOthers }) => mayNameOthers);
  const dataSubjects = namesOf(auditSubjects, ({ isDataSubject }) => isDataSubject);
  return erasure("audit", {
    stage: 140,
    async erase(client, { shop, customerId, contacts }) {
      await eraseMentions(client, shop, searched, contacts);
      for (const subject of dataSubjects)
        await eraseEntriesAbout(client, shop, { subject, ids: [String(customerId)] });
    },
  });
}

/** Removes content and subject of the entries about these records. Time, actor and action stay. */
export async function eraseEntriesAbout(
  client: pg.ClientBase,
  shop: string,
  { subject, ids }: { subject: string; ids: readonly string[] },
): Promise<void> {
  await client.query(
    `UPDATE audit_entries SET subject_id = 'erased', before = NULL, after = NULL
      WHERE shop = $1 AND subject_type = $2 AND subject_id = ANY($3::text[])`,
    [shop, subject, ids],
  );
}

async function eraseMentions(
  client: pg.ClientBase,
  shop: string,
  actions: readonly string[],
  contacts: readonly string[],
): Promise<void> {
  const sides = "coalesce(before::text, '') || ' ' || coalesce(after::text, '')";
  const { rows } = await client.query<{ id: string; text: string }>(
    `SELECT id, ${sides} AS text FROM audit_entries
      WHERE shop = $1 AND action = ANY($3::text[]) AND ${mayMention(sides, "$2")}`,
    [shop, contacts, actions],
  );
  await client.query(
    "UPDATE audit_entries SET before = NULL, after = NULL WHERE shop = $1 AND id = ANY($2::bigint[])",
    [shop, rows.filter(({ text }) => mentions(text, contacts)).map(({ id }) => id)],
  );
}

const namesOf = <T extends { name: string }>(
  declared: ReadonlyMap<string, T>,
  matches: (each: T) => boolean | undefined,
): string[] => [...declared.values()].filter(matches).map(({ name }) => name);

/**
 * True when a text names one of these email addresses or telephone numbers as a whole, in any case. "a@b.co was refused"
 * names `a@b.co`, but neither `ba@b.co` nor `a@b.com` does.
 */
export function mentions(text: string, contacts: readonly string[]): boolean {
  return contacts.some((contact) => {
    const literal = contact.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return new RegExp(`(?<![\\p{L}\\p{N}._%+-])${literal}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, "iu").test(
      text,
    );
  });
}

/**
 * SQL that is true of a text with the letters of one of the contacts in it. It narrows the rows that `mentions` checks.
 * @param contacts the parameter with the contacts, such as "$2"
 */
export const mayMention = (text: string, contacts: string): string =>
  `EXISTS (SELECT 1 FROM unnest(${contacts}::text[]) AS contact WHERE strpos(lower(${text}), lower(contact)) > 0)`;
