import { eraseEntriesAbout, erasure, lowerCaseContacts, readCounts } from "~/core/erasure/erasure.server";
import { invitationSubject } from "./audit.server";

/** Tables whose rows belong to one invitation. */
const OF_ONE_INVITATION = ["invitation_links", "invitation_acceptances", "invitation_refusals"];

/** Deletes the customer's invitations with their links. */
export const eraseInvitations = erasure("invitations", {
  stage: 20,
  async findContacts(client, { shop, customerId }) {
    const { rows } = await client.query<{ email: string }>(
      "SELECT DISTINCT email FROM invitations WHERE shop = $1 AND customer_id = $2",
      [shop, customerId],
    );
    return rows.map(({ email }) => email);
  },
  async erase(client, person) {
    const { shop, customerId } = person;
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM invitations WHERE shop = $1 AND (customer_id = $2 OR lower(email) = ANY($3::text[]))
        ORDER BY id FOR UPDATE`,
      [shop, customerId, lowerCaseContacts(person)],
    );
    const ids = rows.map(({ id }) => id);
    await client.query("DELETE FROM invitations WHERE shop = $1 AND id = ANY($2::uuid[])", [shop, ids]);
    for (const table of OF_ONE_INVITATION)
      await client.query(`DELETE FROM ${table} WHERE shop = $1 AND invitation_id = ANY($2::uuid[])`, [
        shop,
        ids,
      ]);
    await eraseEntriesAbout(client, shop, { subject: invitationSubject.name, ids });
  },
  report: (client, person) =>
    readCounts(
      client,
      `SELECT count(*)::int AS invitations FROM invitations
        WHERE shop = $1 AND (customer_id = $2 OR lower(email) = ANY($3::text[]))`,
      [person.shop, person.customerId, lowerCaseContacts(person)],
    ),
});
