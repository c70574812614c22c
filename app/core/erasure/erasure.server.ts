import type pg from "pg";

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
