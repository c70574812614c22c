import type pg from "pg";
import type { Person } from "~/core/erasure/erasure.server";

const pseudonyms = new WeakMap<Person, number>();

/** The number below zero that replaces the customer's id wherever rows must stay. It is the same during one erasure. */
export async function findPseudonym(client: pg.ClientBase, person: Person): Promise<number> {
  const pseudonym = pseudonyms.get(person) ?? (await createPseudonym(client, person.shop));
  pseudonyms.set(person, pseudonym);
  return pseudonym;
}

async function createPseudonym(client: pg.ClientBase, shop: string): Promise<number> {
  // Two customers who are erased at the same time must not get the same number.
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`erase credits ${shop}`]);
  const { rows } = await client.query<{ pseudonym: string }>(
    "SELECT least(coalesce(min(customer_id), 0), 0) - 1 AS pseudonym FROM credit_accounts WHERE shop = $1",
    [shop],
  );
  return Number(rows[0]?.pseudonym);
}
