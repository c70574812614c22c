import { mayMention, mentions } from "~/core/erasure/erase-audit.server";
import { erasure, lowerCaseContacts } from "~/core/erasure/erasure.server";

/** Deletes rows of imported files that were about the customer or name them. */
export const eraseImportRows = erasure("import rows", {
  stage: 40,
  async erase(client, person) {
    const { shop, customerId, contacts } = person;
    const { rows } = await client.query<{ run_id: string; number: number; text: string; about: boolean }>(
      `SELECT run_id, number, coalesce(customer_id = $2, false) OR coalesce(lower(identity) = ANY($4), false) AS about,
              cells::text AS text FROM import_rows
        WHERE shop = $1 AND (customer_id = $2 OR lower(identity) = ANY($4) OR ${mayMention("cells::text", "$3")})`,
      // A cell may have an address with spaces in it. The identity is the address as it was read.
      [shop, customerId, contacts, lowerCaseContacts(person)],
    );
    const found = rows.filter(({ about, text }) => about || mentions(text, contacts));
    await client.query(
      `DELETE FROM import_rows USING unnest($2::uuid[], $3::int[]) AS found(run_id, number)
        WHERE shop = $1 AND import_rows.run_id = found.run_id AND import_rows.number = found.number`,
      [shop, found.map((row) => row.run_id), found.map((row) => row.number)],
    );
  },
});
