import type pg from "pg";
import { erasure, mayMention, mentions, type Person, readCounts } from "~/core/erasure/erasure.server";
import { lockCustomer } from "~/domain/customers/read-tags.server";
import { failUnsentPostingsOf } from "./settle.server";

/** Why a posting failed that was not sent yet. */
const ERASED = "The customer's data were erased before it was sent. Nothing was changed.";

/** Tables of the ledger with a column `customer_id`. */
const OF_ONE_CUSTOMER = ["credit_accounts", "ledger_postings", "ledger_entries", "ledger_differences"];

/**
 * Replaces the customer in the ledger by a pseudonym. Postings stay because the sums must. Name and address of the account
 * are erased, and orders, references and answers that name the customer. A posting that wasn't sent fails. One that was
 * sent keeps the customer's id until its result is known, because Shopify can only be asked by it.
 */
export const eraseCredits = erasure("ledger", {
  stage: 100,
  async erase(client, person) {
    const { shop, customerId } = person;
    const pseudonym = await findPseudonym(client, person);
    await waitForPostings(client, shop, customerId);
    await failUnsentPostingsOf(client, shop, customerId, ERASED);
    await eraseAnswers(client, person, pseudonym);
    for (const table of OF_ONE_CUSTOMER)
      await client.query(`UPDATE ${table} SET customer_id = $3 WHERE shop = $1 AND customer_id = $2`, [
        shop,
        customerId,
        pseudonym,
      ]);
    await client.query(
      `UPDATE credit_accounts SET name = 'Erased', email = NULL, shopify_account_id = NULL
        WHERE shop = $1 AND customer_id = $2`,
      [shop, pseudonym],
    );
    await client.query(
      "UPDATE ledger_postings SET order_id = NULL, order_name = NULL WHERE shop = $1 AND customer_id = $2",
      [shop, pseudonym],
    );
    await client.query("DELETE FROM credits_to_compare WHERE shop = $1 AND customer_id = $2", [
      shop,
      customerId,
    ]);
    await eraseReferences(client, person, pseudonym);
  },
  report: (client, { shop, customerId }) =>
    readCounts(
      client,
      "SELECT count(*)::int AS postings FROM ledger_postings WHERE shop = $1 AND customer_id = $2",
      [shop, customerId],
    ),
});

/**
 * A transaction that is posting for the customer commits first, and its posting is erased with the rest. A later one waits
 * for the erasure and then finds no such customer (`openAccounts` in `post.server.ts`).
 */
async function waitForPostings(client: pg.ClientBase, shop: string, customerId: number): Promise<void> {
  await lockCustomer(client, shop, customerId);
  await client.query("SELECT 1 FROM credit_accounts WHERE shop = $1 AND customer_id = $2 FOR UPDATE", [
    shop,
    customerId,
  ]);
}

/** Erases references of all postings that name the customer, and of the customer's own postings those that name orders. */
async function eraseReferences(
  client: pg.ClientBase,
  { shop, contacts }: Person,
  pseudonym: number,
): Promise<void> {
  await client.query(
    `UPDATE ledger_postings SET reference = type
      WHERE shop = $1 AND customer_id = $2 AND type IN ('Order', 'Refund')`,
    [shop, pseudonym],
  );
  const { rows } = await client.query<{ id: string; text: string }>(
    `SELECT id, reference AS text FROM ledger_postings
      WHERE shop = $1 AND ${mayMention("reference", "$2")}`,
    [shop, contacts],
  );
  await client.query(
    "UPDATE ledger_postings SET reference = 'Erased' WHERE shop = $1 AND id = ANY($2::uuid[])",
    [shop, rows.filter(({ text }) => mentions(text, contacts)).map(({ id }) => id)],
  );
  await client.query("UPDATE ledger_differences SET what = 'Erased' WHERE shop = $1 AND customer_id = $2", [
    shop,
    pseudonym,
  ]);
}

/** Erases the customer from stored answers. What is about others stays, so that a repeated request gets the same answer. */
async function eraseAnswers(client: pg.ClientBase, person: Person, pseudonym: number): Promise<void> {
  const { shop, customerId, contacts } = person;
  const { rows } = await client.query<{ key: string; answer: unknown }>(
    `SELECT key, answer FROM ledger_operations WHERE shop = $1
        AND (key IN (SELECT operation_key FROM ledger_postings WHERE shop = $1 AND customer_id = $2)
          OR ${mayMention("answer::text", "$3")})`,
    [shop, customerId, contacts],
  );
  for (const { key, answer } of rows)
    await client.query("UPDATE ledger_operations SET answer = $3 WHERE shop = $1 AND key = $2", [
      shop,
      key,
      JSON.stringify(pseudonymize(answer, person, pseudonym)),
    ]);
}

/** A value with the pseudonym for the customer's id, and without their name and address. */
function pseudonymize(value: unknown, person: Person, pseudonym: number): unknown {
  const { customerId, contacts } = person;
  if (Array.isArray(value)) return value.map((item) => pseudonymize(item, person, pseudonym));
  if (typeof value === "string") {
    if (value === String(customerId)) return String(pseudonym);
    return mentions(value, contacts) ? "Erased" : value;
  }
  if (value === customerId) return pseudonym;
  if (value === null || typeof value !== "object") return value;
  const fields = value as Record<string, unknown>;
  const isTheirs = [fields.shopifyCustomerId, fields.customerId].some(
    (id) => String(id) === String(customerId),
  );
  const erasedNames = new Set(isTheirs ? ["name", "email"] : []);
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      erasedNames.has(name) ? "Erased" : pseudonymize(field, person, pseudonym),
    ]),
  );
}

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
