import type pg from "pg";
import { erasure, lowerCaseContacts, mayMention, mentions, readCounts } from "~/core/erasure/erasure.server";

/** Columns with a reason that staff wrote, with the key of their table. */
const REASONS = [
  { table: "giveaway_entrants", key: "giveaway_id, number" },
  { table: "giveaway_places", key: "giveaway_id, draw, rank" },
  { table: "giveaway_draws", key: "giveaway_id, number" },
] as const;

/**
 * Erases personal data from the customer's giveaway entries. Number, tickets and digest stay, so that draws can be verified
 * again. Without its salt a digest reveals nothing about an address.
 */
export const eraseEntries = erasure("giveaway entries", {
  stage: 90,
  async findAliases(client, { shop, mailboxes }) {
    // Through the giveaways, because the index of mailboxes begins with them.
    const { rows } = await client.query<{ email: string | null }>(
      `SELECT entrant.email FROM giveaways JOIN giveaway_entrants AS entrant ON entrant.shop = giveaways.shop
          AND entrant.giveaway_id = giveaways.id AND entrant.folded_mailbox = ANY($2::text[])
        WHERE giveaways.shop = $1`,
      [shop, mailboxes],
    );
    return rows.map(({ email }) => email);
  },
  async erase(client, person) {
    await client.query(
      `UPDATE giveaway_entrants
          SET email = NULL, address = NULL, salt = NULL, first_name = 'Erased', last_name = '', reason = NULL,
              state = 'erased', version = version + 1
        WHERE shop = $1 AND address = ANY($2::text[])`,
      [person.shop, lowerCaseContacts(person)],
    );
    for (const column of REASONS) await eraseReasons(client, person, column);
  },
  report: (client, person) =>
    readCounts(
      client,
      "SELECT count(*)::int AS giveaways FROM giveaway_entrants WHERE shop = $1 AND address = ANY($2::text[])",
      [person.shop, lowerCaseContacts(person)],
    ),
});

/** Erases reasons that name the customer. */
async function eraseReasons(
  client: pg.ClientBase,
  { shop, contacts }: { shop: string; contacts: readonly string[] },
  { table, key }: (typeof REASONS)[number],
): Promise<void> {
  const { rows } = await client.query<{ key: string; text: string }>(
    `SELECT (${key})::text AS key, reason AS text FROM ${table} WHERE shop = $1 AND reason IS NOT NULL AND ${mayMention("reason", "$2")}`,
    [shop, contacts],
  );
  const keys = rows.filter(({ text }) => mentions(text, contacts)).map((row) => row.key);
  if (keys.length > 0)
    await client.query(`UPDATE ${table} SET reason = 'Erased' WHERE shop = $1 AND (${key})::text = ANY($2)`, [
      shop,
      keys,
    ]);
}
