import type pg from "pg";
import { z } from "zod";
import type { AuditActions } from "~/domain/audit/actions";
import { recordAudit } from "~/domain/audit/record.server";
import { withRedaction } from "~/platform/db/redaction.server";
import { withShop } from "~/platform/db/with-shop.server";
import { mentions } from "./mentions";
import { forgetCredits } from "./redact-credits.server";
import { forgetEntries } from "./redact-giveaways.server";
import { forgetInvitations } from "./redact-invitations.server";
import { forgetMails } from "./redact-mails.server";

/** Shopify's payload of customers/data_request and customers/redact (https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance). */
const aboutCustomer = z.object({
  customer: z.object({
    id: z.coerce.number().int(),
    email: z.string().nullish(),
    phone: z.string().nullish(),
  }),
});

/** Tables whose rows are about one customer. */
const OF_ONE_CUSTOMER = [
  "stale_customers",
  "registration_decisions",
  "record_edits",
  "sync_attempts",
  "customer_notes",
  "registration_questions",
  "rule_candidates",
  "rule_set_asides",
];

type Held = AuditActions["privacy.data requested"]["after"];

/** Who is named for what Shopify itself asked for. */
const SHOPIFY = { id: "shopify", name: "Shopify" };

/**
 * customers/data_request: the merchant must be able to answer the person. It is written down for the account owner, with
 * what the console holds beside the store's own data: how many decisions there were on the person, mails to them, notes on them, invitations of
 * them and postings of their credit.
 */
export async function reportOnCustomer(shop: string, payload: unknown): Promise<void> {
  const { customer } = aboutCustomer.parse(payload);
  await withShop(shop, async (tx) => {
    const { rows } = await tx.$client.query<Held>(
      `SELECT EXISTS (SELECT 1 FROM customers WHERE shop = $1 AND id = $2) AS mirrored,
              (SELECT count(*)::int FROM registration_decisions WHERE shop = $1 AND customer_id = $2) AS decisions,
              (SELECT count(*)::int FROM mails WHERE shop = $1 AND (customer_id = $2 OR lower(to_email) = lower($3))) AS mails,
              (SELECT count(*)::int FROM customer_notes WHERE shop = $1 AND customer_id = $2 AND deleted_at IS NULL) AS notes,
              (SELECT count(*)::int FROM invitations WHERE shop = $1 AND (customer_id = $2 OR lower(email) = lower($3))) AS invitations,
              (SELECT count(*)::int FROM ledger_postings WHERE shop = $1 AND customer_id = $2) AS postings,
              (SELECT count(*)::int FROM giveaway_entrants WHERE shop = $1 AND address = lower($3)) AS giveaways`,
      [shop, customer.id, customer.email ?? ""],
    );
    const held = rows[0] ?? {
      mirrored: false,
      decisions: 0,
      mails: 0,
      notes: 0,
      invitations: 0,
      postings: 0,
      giveaways: 0,
    };
    await recordAudit(tx, shop, {
      action: "privacy.data requested",
      actor: SHOPIFY,
      subject: { type: "customer", id: String(customer.id) },
      before: null,
      after: held,
    });
  });
}

/**
 * customers/redact: the person's data go from every table. What was decided stays counted in the audit, without saying on whom.
 * Rows are held in the order in which everybody else holds them: mails, invitations, what is about the customer, the customer.
 */
export async function redactCustomer(shop: string, payload: unknown): Promise<void> {
  const { customer } = aboutCustomer.parse(payload);
  await withRedaction(async (client) => {
    const person = [shop, customer.id];
    const contacts = await contactsOf(client, shop, customer);
    await forgetMails(client, shop, customer.id, contacts);
    await forgetInvitations(client, shop, customer.id, contacts);
    for (const table of OF_ONE_CUSTOMER)
      await client.query(`DELETE FROM ${table} WHERE shop = $1 AND customer_id = $2`, person);
    await eraseInImports(client, shop, customer.id, contacts);
    await eraseInJobs(client, shop, customer.id, contacts);
    await eraseInNotes(client, shop, contacts);
    await eraseInAudit(client, shop, contacts);
    await forgetViewsOf(client, shop, contacts);
    await forgetFiles(client, shop);
    await forgetEntries(client, shop, contacts);
    await forgetCredits(client, shop, customer.id, contacts);
    await client.query("DELETE FROM customers WHERE shop = $1 AND id = $2", person);
    // At last, because of what others wrote about the person whom this had to wait for.
    await client.query("DELETE FROM mails WHERE shop = $1 AND customer_id = $2", person);
    await client.query(
      `UPDATE audit_entries SET subject_id = 'erased', before = NULL, after = NULL
        WHERE shop = $1 AND subject_type = 'customer' AND subject_id = $2::text`,
      [shop, String(customer.id)],
    );
  });
}

/** By what a person may be named: what Shopify says, the mirror knows, and the addresses at which they were invited. */
async function contactsOf(
  client: pg.ClientBase,
  shop: string,
  { id, email, phone }: z.infer<typeof aboutCustomer>["customer"],
): Promise<string[]> {
  const { rows } = await client.query<{ contact: string | null }>(
    `SELECT unnest(ARRAY[email, phone]) AS contact FROM customers WHERE shop = $1 AND id = $2
      UNION SELECT email FROM invitations WHERE shop = $1 AND customer_id = $2`,
    [shop, id],
  );
  const all = new Set([email, phone, ...rows.map(({ contact }) => contact)]);
  return [...all].filter((text) => typeof text === "string" && text !== "") as string[];
}

/** Notes on others that name one of the person's addresses. */
async function eraseInNotes(client: pg.ClientBase, shop: string, contacts: readonly string[]): Promise<void> {
  const { rows: notes } = await client.query<{ id: string; text: string }>(
    `SELECT id, text FROM customer_notes WHERE shop = $1 AND ${named("text")}`,
    [shop, contacts],
  );
  await client.query("UPDATE customer_notes SET text = 'Erased' WHERE shop = $1 AND id = ANY($2::uuid[])", [
    shop,
    notes.filter(({ text }) => mentions(text, contacts)).map(({ id }) => id),
  ]);
}

/** What the audit says of notes on others, and of others' credit, where that names one of the person's addresses. */
async function eraseInAudit(client: pg.ClientBase, shop: string, contacts: readonly string[]): Promise<void> {
  const sides = "coalesce(before::text, '') || ' ' || coalesce(after::text, '')";
  const { rows: entries } = await client.query<{ id: string; text: string }>(
    `SELECT id, ${sides} AS text FROM audit_entries
      WHERE shop = $1 AND (action LIKE 'note.%' OR action LIKE 'credit.%') AND ${named(sides)}`,
    [shop, contacts],
  );
  await client.query(
    "UPDATE audit_entries SET before = NULL, after = NULL WHERE shop = $1 AND id = ANY($2::bigint[])",
    [shop, entries.filter(({ text }) => mentions(text, contacts)).map(({ id }) => id)],
  );
}

/** SQL that is true of a text that holds one of the contacts $2; whether as a whole, `mentions` tells. */
const named = (text: string): string =>
  `EXISTS (SELECT 1 FROM unnest($2::text[]) AS contact WHERE strpos(lower(${text}), lower(contact)) > 0)`;

/** Rows of imported files that were about the person, or name one of their addresses. */
async function eraseInImports(
  client: pg.ClientBase,
  shop: string,
  customerId: number,
  contacts: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ run_id: string; number: number; text: string; about: boolean }>(
    `SELECT run_id, number, coalesce(customer_id = $2, false) OR coalesce(lower(identity) = ANY($4), false) AS about,
            cells::text AS text FROM import_rows
      WHERE shop = $1 AND (customer_id = $2 OR lower(identity) = ANY($4)
        OR EXISTS (SELECT 1 FROM unnest($3::text[]) AS contact WHERE strpos(lower(cells::text), lower(contact)) > 0))`,
    // An address may be written with spaces in its cell; the identity is how it was read.
    [shop, customerId, contacts, contacts.map((contact) => contact.toLowerCase())],
  );
  const theirs = rows.filter(({ about, text }) => about || mentions(text, contacts));
  await client.query(
    `DELETE FROM import_rows USING unnest($2::uuid[], $3::int[]) AS theirs(run_id, number)
      WHERE shop = $1 AND import_rows.run_id = theirs.run_id AND import_rows.number = theirs.number`,
    [shop, theirs.map((row) => row.run_id), theirs.map((row) => row.number)],
  );
}

/** Rows of jobs that were about the person, or name one of their addresses, or searched for one. */
async function eraseInJobs(
  client: pg.ClientBase,
  shop: string,
  customerId: number,
  contacts: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ job_id: string; position: number; text: string; about: boolean }>(
    `SELECT job_id, position, about, text
       FROM (SELECT job_id, position, coalesce(input->>'customerId' = $2::text, false) AS about,
                    label || ' ' || coalesce(message, '') || ' ' || coalesce(input->>'searchValue', '') AS text FROM job_items WHERE shop = $1) AS item
      WHERE about OR EXISTS (SELECT 1 FROM unnest($3::text[]) AS contact WHERE strpos(lower(text), lower(contact)) > 0)`,
    [shop, String(customerId), contacts],
  );
  // A row that only holds the letters of an address within a longer one is somebody else's.
  const theirs = rows.filter(({ about, text }) => about || mentions(text, contacts));
  await client.query(
    `UPDATE job_items SET label = 'Erased', message = NULL, input = input - '{customerId,searchValue,person}'::text[]
       FROM unnest($2::uuid[], $3::int[]) AS theirs(job_id, position)
      WHERE shop = $1 AND job_items.job_id = theirs.job_id AND job_items.position = theirs.position`,
    [shop, theirs.map((row) => row.job_id), theirs.map((row) => row.position)],
  );
}

/**
 * Saved views that search for one of the person's addresses. A name is shared with others, and with words, so it says
 * nothing. The queries are percent-encoded, so they are read here, not in SQL.
 */
async function forgetViewsOf(
  client: pg.ClientBase,
  shop: string,
  contacts: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string; query: string }>(
    "SELECT id, name, query FROM saved_views WHERE shop = $1",
    [shop],
  );
  const named = rows.filter((view) =>
    [view.name, ...new URLSearchParams(view.query).values()].some((text) => mentions(text, contacts)),
  );
  const ids = named.map(({ id }) => id);
  await client.query("DELETE FROM saved_views WHERE shop = $1 AND id = ANY($2::uuid[])", [shop, ids]);
}

/** A file is packed and may name anybody: it cannot be searched, so all of the shop's go. They can be made again. */
async function forgetFiles(client: pg.ClientBase, shop: string): Promise<void> {
  await client.query("DELETE FROM file_parts WHERE shop = $1", [shop]);
  await client.query("DELETE FROM files WHERE shop = $1", [shop]);
}
