import { erasure, lowerCaseContacts, type Person, readCounts } from "~/core/erasure/erasure.server";

const OF_PERSON = "shop = $1 AND (customer_id = $2 OR email = ANY($3))";
const valuesOf = (person: Person) => [person.shop, person.customerId, lowerCaseContacts(person)];

/** Deletes the files that are about the customer. Records that name one show that it no longer exists. */
export const eraseAttachments = erasure("attachments", {
  stage: 82,
  async erase(client, person) {
    // The rows first: this waits for a part that is being written, and the next statement sees it.
    const { rows } = await client.query<{ id: string }>(
      `DELETE FROM attachments WHERE ${OF_PERSON} RETURNING id`,
      valuesOf(person),
    );
    await client.query("DELETE FROM attachment_parts WHERE shop = $1 AND attachment_id = ANY($2::uuid[])", [
      person.shop,
      rows.map(({ id }) => id),
    ]);
  },
  report: (client, person) =>
    readCounts(
      client,
      `SELECT count(*)::int AS attachments FROM attachments WHERE ${OF_PERSON}`,
      valuesOf(person),
    ),
});
