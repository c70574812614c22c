import { eraseEntriesAbout, erasure, lowerCaseContacts, readCounts } from "~/core/erasure/erasure.server";
import { submissionSubject } from "./audit.server";

const IS_THEIRS = "shop = $1 AND lower(coalesce(email, '')) = ANY($2::text[])";

/** What was found out about their receipts. */
const OF_RECEIPTS = ["receipt_fingerprints", "receipt_checks", "receipt_readings", "receipt_content_keys"];

/**
 * Erases the person from their submissions. The rows stay with their status, promotion and purchase, so that counts and averages don't
 * change.
 */
export const eraseSubmissions = erasure("submissions", {
  stage: 95,
  async findAliases(client, { shop, mailboxes }) {
    const { rows } = await client.query<{ email: string }>(
      "SELECT DISTINCT email FROM submissions WHERE shop = $1 AND mailbox = ANY($2::text[])",
      [shop, mailboxes],
    );
    return rows.map(({ email }) => email);
  },
  async erase(client, person) {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM submissions WHERE ${IS_THEIRS} ORDER BY id FOR UPDATE`,
      [person.shop, lowerCaseContacts(person)],
    );
    const ids = rows.map(({ id }) => id);
    for (const table of OF_RECEIPTS)
      await client.query(`DELETE FROM ${table} WHERE shop = $1 AND submission_id = ANY($2::bigint[])`, [
        person.shop,
        ids,
      ]);
    await client.query(
      `UPDATE submissions
          SET email = NULL, first_name = 'Erased', last_name = '', shipping_first_name = 'Erased', shipping_last_name = '',
              shipping_address1 = 'Erased', shipping_address2 = NULL, shipping_city = '', shipping_postal_code = '',
              shipping_phone = NULL, address_key = NULL, receipt_id = 'Erased', receipt_key = 'erased ' || id, attachment_id = NULL,
              problem = NULL, version = version + 1
        WHERE shop = $1 AND id = ANY($2::bigint[])`,
      [person.shop, ids],
    );
    await client.query(
      "UPDATE order_attempts SET message = NULL WHERE shop = $1 AND submission_id = ANY($2::bigint[])",
      [person.shop, ids],
    );
    await eraseEntriesAbout(client, person.shop, { subject: submissionSubject.name, ids });
  },
  report: (client, person) =>
    readCounts(client, `SELECT count(*)::int AS submissions FROM submissions WHERE ${IS_THEIRS}`, [
      person.shop,
      lowerCaseContacts(person),
    ]),
});
