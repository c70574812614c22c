import type pg from "pg";
import { mentions } from "./mentions";

/**
 * The person's entries in giveaways lose everything that is about the person. Number, tickets and digest remain, so that draws can
 * still be run again: without its salt a digest says nothing about an address. Reasons and audit entries that name one of their
 * addresses go too.
 */
export async function forgetEntries(
  client: pg.ClientBase,
  shop: string,
  contacts: readonly string[],
): Promise<void> {
  const addresses = contacts.map((contact) => contact.toLowerCase());
  await client.query(
    `UPDATE giveaway_entrants
        SET email = NULL, address = NULL, salt = NULL, first_name = 'Erased', last_name = '', reason = NULL,
            state = 'erased', version = version + 1
      WHERE shop = $1 AND address = ANY($2::text[])`,
    [shop, addresses],
  );
  for (const [table, key] of [
    ["giveaway_entrants", "giveaway_id, number"],
    ["giveaway_places", "giveaway_id, draw, rank"],
    ["giveaway_draws", "giveaway_id, number"],
  ] as const)
    await forgetReasons(client, shop, { table, key, contacts });
  const sides = "coalesce(before::text, '') || ' ' || coalesce(after::text, '')";
  const { rows } = await client.query<{ id: string; text: string }>(
    `SELECT id, ${sides} AS text FROM audit_entries WHERE shop = $1 AND action LIKE 'giveaway.%' AND ${named(sides)}`,
    [shop, contacts],
  );
  await client.query(
    "UPDATE audit_entries SET before = NULL, after = NULL WHERE shop = $1 AND id = ANY($2::bigint[])",
    [shop, rows.filter(({ text }) => mentions(text, contacts)).map(({ id }) => id)],
  );
}

const named = (text: string) =>
  `EXISTS (SELECT 1 FROM unnest($2::text[]) AS contact WHERE strpos(lower(${text}), lower(contact)) > 0)`;

/** What staff wrote on somebody, where it names one of the person's addresses. */
async function forgetReasons(
  client: pg.ClientBase,
  shop: string,
  { table, key, contacts }: { table: string; key: string; contacts: readonly string[] },
): Promise<void> {
  const { rows } = await client.query<{ key: string; text: string }>(
    `SELECT (${key})::text AS key, reason AS text FROM ${table} WHERE shop = $1 AND reason IS NOT NULL AND ${named("reason")}`,
    [shop, contacts],
  );
  const theirs = rows.filter(({ text }) => mentions(text, contacts)).map((row) => row.key);
  if (theirs.length > 0)
    await client.query(`UPDATE ${table} SET reason = 'Erased' WHERE shop = $1 AND (${key})::text = ANY($2)`, [
      shop,
      theirs,
    ]);
}
