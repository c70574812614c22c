import { erasure, lowerCaseContacts, type Person, readCounts } from "~/core/erasure/erasure.server";

const OF_PERSON =
  "shop = $1 AND mailbox IN (SELECT fold_mailbox(contact) FROM unnest($2::text[]) AS contacts (contact))";
const valuesOf = (person: Person) => [person.shop, lowerCaseContacts(person)];

/** Deletes what was entered with the customer's address on public pages. Files are erased by their address, with all attachments. */
export const erasePublicEntries = erasure("unconfirmed entries", {
  // A confirmation locks its entry before anything else.
  stage: 3,
  async findAliases(client, { shop, mailboxes }) {
    const { rows } = await client.query<{ email: string }>(
      "SELECT DISTINCT email FROM public_entries WHERE shop = $1 AND mailbox = ANY($2::text[])",
      [shop, mailboxes],
    );
    return rows.map(({ email }) => email);
  },
  async erase(client, person) {
    await client.query(`DELETE FROM public_entries WHERE ${OF_PERSON}`, valuesOf(person));
    await client.query(`DELETE FROM confirmation_links WHERE ${OF_PERSON}`, valuesOf(person));
  },
  report: (client, person) =>
    readCounts(
      client,
      `SELECT count(*)::int AS "unconfirmed entries" FROM public_entries WHERE ${OF_PERSON}`,
      valuesOf(person),
    ),
});
