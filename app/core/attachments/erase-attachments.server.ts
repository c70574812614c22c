import { erasure, lowerCaseContacts, type Person, readCounts } from "~/core/erasure/erasure.server";

const OF_PERSON = "shop = $1 AND (customer_id = $2 OR email = ANY($3))";
const valuesOf = (person: Person) => [person.shop, person.customerId, lowerCaseContacts(person)];

/** Deletes the files that are about the customer. Records that name one show that it no longer exists. */
export const eraseAttachments = erasure("attachments", {
  stage: 82,
  async erase(client, person) {
    await client.query(
      `DELETE FROM attachment_parts USING attachments AS owner
       WHERE attachment_parts.shop = $1 AND owner.shop = $1 AND owner.id = attachment_parts.attachment_id
         AND (owner.customer_id = $2 OR owner.email = ANY($3))`,
      valuesOf(person),
    );
    await client.query(`DELETE FROM attachments WHERE ${OF_PERSON}`, valuesOf(person));
  },
  report: (client, person) =>
    readCounts(
      client,
      `SELECT count(*)::int AS attachments FROM attachments WHERE ${OF_PERSON}`,
      valuesOf(person),
    ),
});
