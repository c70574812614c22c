import { erasure, lowerCaseContacts, mayMention, mentions } from "~/core/erasure/erasure.server";

const RECIPIENTS = "jsonb_path_query(input, '$.delivery.recipients[*]')";
const IS_THEIRS = "lower(address #>> '{}') = ANY($2::text[])";

/** Erases items of jobs that were about the customer, name them, searched for them, or sent them a file. The items stay counted. */
export const eraseJobItems = erasure("job items", {
  stage: 50,
  async erase(client, person) {
    const { shop, customerId, contacts } = person;
    const { rows } = await client.query<{ job_id: string; position: number; text: string; about: boolean }>(
      `SELECT job_id, position, about, text
         FROM (SELECT job_id, position, coalesce(input->>'customerId' = $2::text, false) AS about,
                      concat_ws(' ', label, message, input->>'searchValue', input->>'filter', input->>'person') AS text
                 FROM job_items WHERE shop = $1) AS item
        WHERE about OR ${mayMention("text", "$3")}`,
      [shop, String(customerId), contacts],
    );
    const found = rows.filter(({ about, text }) => about || mentions(text, contacts));
    await client.query(
      `UPDATE job_items SET label = 'Erased', message = NULL, input = input - '{customerId,searchValue,filter,person}'::text[]
         FROM unnest($2::uuid[], $3::int[]) AS found(job_id, position)
        WHERE shop = $1 AND job_items.job_id = found.job_id AND job_items.position = found.position`,
      [shop, found.map((row) => row.job_id), found.map((row) => row.position)],
    );
    // The other recipients of an export still get its email.
    await client.query(
      `UPDATE job_items SET input = jsonb_set(input, '{delivery,recipients}', (
              SELECT coalesce(jsonb_agg(address), '[]') FROM ${RECIPIENTS} AS address WHERE ${IS_THEIRS} IS NOT TRUE))
        WHERE shop = $1 AND EXISTS (SELECT FROM ${RECIPIENTS} AS address WHERE ${IS_THEIRS})`,
      [shop, lowerCaseContacts(person)],
    );
  },
});
