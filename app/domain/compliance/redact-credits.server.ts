import type pg from "pg";
import { endNeverSent } from "~/domain/ledger/settle.server";
import { mentions } from "./mentions";

/** Why a posting failed that was still on its way. */
const ERASED = "The customer's data were erased before it was sent. Nothing was changed.";

/** Tables of the ledger whose rows name a customer by number. */
const OF_ONE_CUSTOMER = ["credit_accounts", "ledger_postings", "ledger_entries", "ledger_differences"];

/**
 * The person's part of the ledger stays, because its sums must: under a number below zero, which nobody can be found by. Whatever
 * tells who they were goes: name and address beside the balance, the orders, references and answers that name an address. A posting
 * that was not sent fails; one that was sent keeps their number until it is known what came of it, because only by it can
 * Shopify be asked.
 */
export async function forgetCredits(
  client: pg.ClientBase,
  shop: string,
  customerId: number,
  contacts: readonly string[],
): Promise<void> {
  // Two persons erased at once must not get the same number.
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`erase credits ${shop}`]);
  const { rows } = await client.query<{ pseudonym: string }>(
    "SELECT least(coalesce(min(customer_id), 0), 0) - 1 AS pseudonym FROM credit_accounts WHERE shop = $1",
    [shop],
  );
  const pseudonym = Number(rows[0]?.pseudonym);
  await waitForPostings(client, shop, customerId);
  await endNeverSent(client, shop, customerId, ERASED);
  await forgetAnswers(client, shop, { customerId, pseudonym }, contacts);
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
  await eraseReferences(client, shop, pseudonym, contacts);
  await forgetApprovals(client, shop, { customerId, pseudonym }, contacts);
}

/**
 * Whoever is just posting for the person comes to their end first, and is erased with the rest; whoever comes later waits for this,
 * and finds no such customer (`openAccounts` in app/domain/ledger/post.server.ts).
 */
async function waitForPostings(client: pg.ClientBase, shop: string, customerId: number): Promise<void> {
  await client.query("SELECT 1 FROM customers WHERE shop = $1 AND id = $2 FOR UPDATE", [shop, customerId]);
  await client.query("SELECT 1 FROM credit_accounts WHERE shop = $1 AND customer_id = $2 FOR UPDATE", [
    shop,
    customerId,
  ]);
}

/** Requests that a second person decides on: they still say of how many customers. */
async function forgetApprovals(
  client: pg.ClientBase,
  shop: string,
  { customerId, pseudonym }: Person,
  contacts: readonly string[],
): Promise<void> {
  await client.query(
    `UPDATE credit_approvals SET customer_ids =
            (SELECT jsonb_agg(CASE WHEN customer = to_jsonb($2::bigint) THEN to_jsonb($3::bigint) ELSE customer END)
               FROM jsonb_array_elements(customer_ids) AS one (customer))
      WHERE shop = $1 AND customer_ids @> to_jsonb($2::bigint)`,
    [shop, customerId, pseudonym],
  );
  const { rows } = await client.query<{ id: string; text: string }>(
    `SELECT id, reference || ' ' || coalesce(reason, '') AS text FROM credit_approvals WHERE shop = $1
        AND EXISTS (SELECT 1 FROM unnest($2::text[]) AS contact
                     WHERE strpos(lower(reference || ' ' || coalesce(reason, '')), lower(contact)) > 0)`,
    [shop, contacts],
  );
  await client.query(
    `UPDATE credit_approvals SET reference = 'Erased', reason = CASE WHEN reason IS NOT NULL THEN 'Erased' END
      WHERE shop = $1 AND id = ANY($2::uuid[])`,
    [shop, rows.filter(({ text }) => mentions(text, contacts)).map(({ id }) => id)],
  );
}

/** References of whomever's postings that name one of the person's addresses; of their own, all that Shopify's orders are named in. */
async function eraseReferences(
  client: pg.ClientBase,
  shop: string,
  pseudonym: number,
  contacts: readonly string[],
): Promise<void> {
  await client.query(
    `UPDATE ledger_postings SET reference = type
      WHERE shop = $1 AND customer_id = $2 AND type IN ('Order', 'Refund')`,
    [shop, pseudonym],
  );
  const { rows } = await client.query<{ id: string; text: string }>(
    `SELECT id, reference AS text FROM ledger_postings
      WHERE shop = $1 AND EXISTS (SELECT 1 FROM unnest($2::text[]) AS contact WHERE strpos(lower(reference), lower(contact)) > 0)`,
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

/** Kept answers to requests: what is about others in them stays, so that a repetition is answered as before. */
async function forgetAnswers(
  client: pg.ClientBase,
  shop: string,
  { customerId, pseudonym }: { customerId: number; pseudonym: number },
  contacts: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ key: string; answer: unknown }>(
    `SELECT key, answer FROM ledger_operations WHERE shop = $1
        AND (key IN (SELECT operation_key FROM ledger_postings WHERE shop = $1 AND customer_id = $2)
          OR EXISTS (SELECT 1 FROM unnest($3::text[]) AS contact WHERE strpos(lower(answer::text), lower(contact)) > 0))`,
    [shop, customerId, contacts],
  );
  for (const { key, answer } of rows)
    await client.query("UPDATE ledger_operations SET answer = $3 WHERE shop = $1 AND key = $2", [
      shop,
      key,
      JSON.stringify(without(answer, { customerId, pseudonym }, contacts)),
    ]);
}

type Person = { customerId: number; pseudonym: number };

/** The same with the pseudonym for the number; an object that says who they are keeps neither name nor address. */
function without(value: unknown, person: Person, contacts: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, person, contacts));
  if (typeof value === "string") {
    if (value === String(person.customerId)) return String(person.pseudonym);
    return mentions(value, contacts) ? "Erased" : value;
  }
  if (value === person.customerId) return person.pseudonym;
  if (value === null || typeof value !== "object") return value;
  const fields = value as Record<string, unknown>;
  const isTheirs = [fields.shopifyCustomerId, fields.customerId].some(
    (id) => String(id) === String(person.customerId),
  );
  const names = new Set(isTheirs ? ["name", "email"] : []);
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      names.has(name) ? "Erased" : without(field, person, contacts),
    ]),
  );
}
