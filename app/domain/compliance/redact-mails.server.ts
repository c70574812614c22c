import type pg from "pg";
import { mentions } from "./mentions";

/** Mails about or to the person, and those to others that name one of their addresses; also that mails to them came back. */
export async function forgetMails(
  client: pg.ClientBase,
  shop: string,
  customerId: number,
  contacts: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ id: string; text: string; about: boolean }>(
    `SELECT id, about, text
       FROM (SELECT id, coalesce(customer_id = $2, false) AS about,
                    concat_ws(' ', key, to_email, subject, text_body, last_error) AS text FROM mails WHERE shop = $1) AS mail
      WHERE about OR EXISTS (SELECT 1 FROM unnest($3::text[]) AS contact WHERE strpos(lower(text), lower(contact)) > 0)`,
    [shop, customerId, contacts],
  );
  const theirs = rows.filter(({ about, text }) => about || mentions(text, contacts)).map(({ id }) => id);
  // In one order, as whoever holds several does.
  await client.query("SELECT 1 FROM mails WHERE shop = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE", [
    shop,
    theirs,
  ]);
  await client.query("DELETE FROM mails WHERE shop = $1 AND id = ANY($2::uuid[])", [shop, theirs]);
  await client.query("DELETE FROM mail_stops WHERE shop = $1 AND address = ANY($2::text[])", [
    shop,
    contacts.map((contact) => contact.toLowerCase()),
  ]);
}
