import {
  deleteRowsOf,
  erasure,
  lowerCaseContacts,
  mayMention,
  mentions,
  readCounts,
} from "~/core/erasure/erasure.server";
import type { UninstallHook } from "~/core/erasure/uninstall.server";
import { definePruning, olderThan } from "~/platform/jobs/prune.server";
import { TEXT_KEPT_DAYS } from "./mail-text";

/** Deletes emails about or to the customer and those that name them, and lifts the stops of their addresses. */
export const eraseMails = erasure("mails", {
  stage: 10,
  async erase(client, person) {
    const { shop, customerId, contacts } = person;
    const { rows } = await client.query<{ id: string; text: string; about: boolean }>(
      `SELECT id, about, text
         FROM (SELECT id, coalesce(customer_id = $2, false) AS about,
                      concat_ws(' ', key, to_email, subject, text_body, last_error) AS text FROM mails WHERE shop = $1) AS mail
        WHERE about OR ${mayMention("text", "$3")}`,
      [shop, customerId, contacts],
    );
    const ids = rows.filter(({ about, text }) => about || mentions(text, contacts)).map(({ id }) => id);
    // In the order of their ids, as every transaction that locks several emails.
    await client.query(
      "SELECT 1 FROM mails WHERE shop = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE",
      [shop, ids],
    );
    await client.query("DELETE FROM mails WHERE shop = $1 AND id = ANY($2::uuid[])", [shop, ids]);
    await client.query("DELETE FROM mail_stops WHERE shop = $1 AND address = ANY($2::text[])", [
      shop,
      lowerCaseContacts(person),
    ]);
  },
  report: (client, person) =>
    readCounts(
      client,
      `SELECT count(*)::int AS mails FROM mails
        WHERE shop = $1 AND (customer_id = $2 OR lower(to_email) = ANY($3::text[]))`,
      [person.shop, person.customerId, lowerCaseContacts(person)],
    ),
});

/** Deletes emails that transactions queued about the customer while earlier stages waited for them. */
export const eraseLateMails = erasure("late mails", {
  stage: 130,
  erase: (client, person) => deleteRowsOf(client, person, ["mails"]),
});

/** Emails that wait are not sent for a shop that has removed the app. */
export const endWaitingMails: UninstallHook = async (client, shop) => {
  await client.query(
    `UPDATE mails SET state = 'failed', ended_at = now(), last_error = 'Backroom was removed from the shop before this email was sent.'
      WHERE shop = $1 AND state IN ('queued', 'sending')`,
    [shop],
  );
};

/** The email stays on the list without its text, so that it isn't sent a second time. */
export const pruneMailTexts = definePruning({
  name: "mail.prune-texts",
  cron: "45 3 * * *",
  what: "Texts of emails",
  days: TEXT_KEPT_DAYS,
  rows: [
    {
      table: "mails",
      where: `html_body <> '' AND ${olderThan("ended_at", TEXT_KEPT_DAYS)}`,
      set: "html_body = '', text_body = ''",
    },
  ],
});
