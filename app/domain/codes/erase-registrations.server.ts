import { deleteRowsOf, erasure, lowerCaseContacts, readCounts } from "~/core/erasure/erasure.server";

/** Deletes what says that a customer registered with a code. The code's count stays: the use was taken. */
export const eraseCodeRegistrations = erasure("registrations with codes", {
  stage: 25,
  async erase(client, person) {
    // One in progress returns its use.
    await client.query(
      `WITH ended AS (DELETE FROM open_code_registrations WHERE shop = $1 AND address = ANY($2::text[]) RETURNING code_id)
       UPDATE registration_codes AS code SET current_count = current_count - given.uses
         FROM (SELECT code_id, count(*) AS uses FROM ended GROUP BY code_id) AS given
        WHERE code.shop = $1 AND code.id = given.code_id`,
      [person.shop, lowerCaseContacts(person)],
    );
    await deleteRowsOf(client, person, ["code_registrations"]);
    await client.query("DELETE FROM code_registrations WHERE shop = $1 AND address = ANY($2::text[])", [
      person.shop,
      lowerCaseContacts(person),
    ]);
  },
  report: (client, person) =>
    readCounts(
      client,
      `SELECT (SELECT count(*)::int FROM code_registrations
                WHERE shop = $1 AND (customer_id = $2 OR address = ANY($3::text[]))) AS "registrationCodes"`,
      [person.shop, person.customerId, lowerCaseContacts(person)],
    ),
});
