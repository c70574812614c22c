import type pg from "pg";
import type { AuditAction } from "~/core/audit/audit-action.server";
import type { AuditSubject } from "~/core/audit/audit-subject.server";

/** The customer whose personal data Shopify asks for, or asks to erase. */
export interface Person {
  shop: string;
  customerId: number;
  /** Their email addresses and telephone numbers, as they are written. */
  contacts: readonly string[];
}

/** What is stored about a customer, by what the record is called. */
export type StoredData = Readonly<Record<string, number | boolean>>;

/**
 * How a module erases what it stores about a customer. Every module with a table that names customers or email addresses
 * declares one.
 */
export interface Erasure {
  kind: "erasure";
  name: string;
  /**
   * Erasures run in the order of their stages, all in one transaction. The order is that in which other transactions lock
   * these rows, so that none of them deadlocks with an erasure. No two erasures have the same stage.
   */
  stage: number;
  /** Email addresses and telephone numbers that the module knows the customer by. They are read before anything is erased. */
  findContacts?(client: pg.ClientBase, person: Omit<Person, "contacts">): Promise<(string | null)[]>;
  /** Email addresses that the module knows, and that are delivered to one of these mailboxes (`fold_mailbox`). */
  findAliases?(
    client: pg.ClientBase,
    of: { shop: string; mailboxes: readonly string[] },
  ): Promise<(string | null)[]>;
  /** Which of these lower-case addresses other customers have. Their data isn't erased. */
  findOthers?(
    client: pg.ClientBase,
    person: Omit<Person, "contacts">,
    addresses: readonly string[],
  ): Promise<string[]>;
  /** Row-level security is off here, so each statement must filter by shop. */
  erase(client: pg.ClientBase, person: Person): Promise<void>;
  /** Answers a customer's request for their data. Row-level security is off here, too. */
  report?(client: pg.ClientBase, person: Person): Promise<StoredData>;
}

/** Declares an erasure: `export const eraseNotes = erasure("notes", { stage: 60, erase: … })`. */
export const erasure = (name: string, declaration: Omit<Erasure, "kind" | "name">): Erasure => ({
  kind: "erasure",
  name,
  ...declaration,
});

/** Deletes the rows that have the customer's id in their column `customer_id`. */
export async function deleteRowsOf(
  client: pg.ClientBase,
  { shop, customerId }: Omit<Person, "contacts">,
  tables: readonly string[],
): Promise<void> {
  for (const table of tables)
    await client.query(`DELETE FROM ${table} WHERE shop = $1 AND customer_id = $2`, [shop, customerId]);
}

/** The result of a query with one row of counts. */
export async function readCounts(
  client: pg.ClientBase,
  query: string,
  values: readonly unknown[],
): Promise<StoredData> {
  const { rows } = await client.query<StoredData>(query, [...values]);
  return rows[0] ?? {};
}

/** A person's contacts as columns of lower-case addresses store them. */
export const lowerCaseContacts = ({ contacts }: Person): string[] =>
  contacts.map((contact) => contact.toLowerCase());

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
