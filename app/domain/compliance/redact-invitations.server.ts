import type pg from "pg";
import { mentions } from "./mentions";

/** Tables whose rows belong to one invitation. */
const OF_ONE_INVITATION = ["invitation_links", "invitation_acceptances"];

/** The person's invitations with their links, and what the audit says of them and of mails to their addresses. */
export async function forgetInvitations(
  client: pg.ClientBase,
  shop: string,
  customerId: number,
  contacts: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM invitations WHERE shop = $1 AND (customer_id = $2 OR lower(email) = ANY($3::text[]))
      ORDER BY id FOR UPDATE`,
    [shop, customerId, contacts.map((contact) => contact.toLowerCase())],
  );
  const ids = rows.map(({ id }) => id);
  await client.query("DELETE FROM invitations WHERE shop = $1 AND id = ANY($2::uuid[])", [shop, ids]);
  for (const table of OF_ONE_INVITATION)
    await client.query(`DELETE FROM ${table} WHERE shop = $1 AND invitation_id = ANY($2::uuid[])`, [
      shop,
      ids,
    ]);
  await client.query(
    `UPDATE audit_entries SET subject_id = 'erased', before = NULL, after = NULL
      WHERE shop = $1 AND subject_type = 'invitation' AND subject_id = ANY($2::text[])`,
    [shop, ids],
  );
  await eraseInAudit(client, shop, contacts);
}

/** Entries about a mail, or about many people together, that name one of the addresses. */
async function eraseInAudit(client: pg.ClientBase, shop: string, contacts: readonly string[]): Promise<void> {
  const sides = "coalesce(before::text, '') || ' ' || coalesce(after::text, '')";
  const { rows } = await client.query<{ id: string; text: string }>(
    `SELECT id, ${sides} AS text FROM audit_entries
      WHERE shop = $1 AND (action LIKE 'mail.%' OR action LIKE 'invitation%')
        AND EXISTS (SELECT 1 FROM unnest($2::text[]) AS contact WHERE strpos(lower(${sides}), lower(contact)) > 0)`,
    [shop, contacts],
  );
  await client.query(
    "UPDATE audit_entries SET before = NULL, after = NULL WHERE shop = $1 AND id = ANY($2::bigint[])",
    [shop, rows.filter(({ text }) => mentions(text, contacts)).map(({ id }) => id)],
  );
}
