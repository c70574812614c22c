import type pg from "pg";
import { erasure, lowerCaseContacts, type Person } from "~/core/erasure/erasure.server";
import type { Delivery } from "~/core/exports/delivery";
import { comparableAddress } from "~/platform/mail-address";

/** What names recipients in a report's job or schedule. */
interface Named {
  deliveries?: Delivery[];
  emails?: { to: string }[];
  delivery?: Delivery;
}

/**
 * Erases a customer from reports: as a recipient of their emails, and their number from the rows that pages show. The other recipients
 * of a schedule stay.
 */
export const eraseRecipients = erasure("reports", {
  // After files: what writes a report locks its file first.
  stage: 147,
  async erase(client, person) {
    await client.query(
      `UPDATE report_rows
          SET cells = (SELECT jsonb_agg(CASE WHEN cell = to_jsonb($2::text) THEN '""'::jsonb ELSE cell END ORDER BY number)
                         FROM jsonb_array_elements(cells) WITH ORDINALITY AS each (cell, number))
        WHERE shop = $1 AND cells ? $2`,
      [person.shop, String(person.customerId)],
    );
    await eraseFrom(client, person, { table: "runs", column: "data" });
    await eraseFrom(client, person, { table: "report_schedules", column: "options" });
  },
});

/** @param place a table with the key `id` and a column of JSON that names recipients */
async function eraseFrom(
  client: pg.ClientBase,
  person: Person,
  { table, column }: { table: string; column: string },
): Promise<void> {
  const contacts = new Set(lowerCaseContacts(person));
  const { rows } = await client.query<{ id: string; named: Named }>(
    `SELECT id, ${column} AS named FROM ${table}
      WHERE shop = $1 AND EXISTS (SELECT FROM unnest($2::text[]) AS contact WHERE strpos(lower(${column}::text), contact) > 0)`,
    [person.shop, [...contacts]],
  );
  const isOther = (address: string) => !contacts.has(comparableAddress(address));
  const without = (delivery: Delivery): Delivery => ({
    ...delivery,
    recipients: delivery.recipients.filter(isOther),
  });
  for (const { id, named } of rows) {
    const { deliveries, emails, delivery } = named;
    const rest = {
      ...named,
      ...(deliveries && { deliveries: deliveries.map(without) }),
      ...(emails && { emails: emails.filter(({ to }) => isOther(to)) }),
      ...(delivery && { delivery: without(delivery) }),
    };
    await client.query(`UPDATE ${table} SET ${column} = $3 WHERE shop = $1 AND id = $2`, [
      person.shop,
      id,
      JSON.stringify(rest),
    ]);
  }
}
