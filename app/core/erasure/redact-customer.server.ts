import { asc, eq } from "drizzle-orm";
import type pg from "pg";
import { z } from "zod";
import { auditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { Declarations } from "~/core/context.server";
import { isFirstDelivery } from "~/core/webhooks/first-delivery.server";
import type { WebhookDelivery } from "~/core/webhooks/webhook-handler.server";
import { inTransaction, withRedaction } from "~/platform/db/transaction.server";
import { withShop } from "~/platform/db/with-shop.server";
import { defineTask, NIGHTLY_SPREAD_MINUTES, requestTask } from "~/platform/jobs/task.server";
import type { Person, StoredData } from "./erasure.server";
import { erasureRequests } from "./tables.server";

type Erasing = Pick<Declarations, "erasures" | "auditSubjects">;

/** Shopify's payload of customers/data_request and customers/redact (https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance). */
const aboutCustomer = z.object({
  customer: z.object({
    id: z.coerce.number().int(),
    email: z.string().nullish(),
    phone: z.string().nullish(),
  }),
});

/** Shopify makes the request, so it is the actor. */
const SHOPIFY = { id: "shopify", name: "Shopify" };

/**
 * customers/data_request: records for the account owner what Backroom stores about the customer, so that the merchant can answer them.
 * The records are counted without row-level security. With it, the indexes of addresses aren't used, and Shopify waits 5 seconds.
 */
export async function reportOnCustomer(
  { erasures, auditSubjects }: Erasing,
  { shop, topic, deliveryId, payload }: WebhookDelivery,
): Promise<void> {
  const { customer } = aboutCustomer.parse(payload);
  const subject = [...auditSubjects.values()].find(({ isDataSubject }) => isDataSubject);
  if (!subject)
    throw new Error("No module declares the audit subject that requests for personal data are about.");
  const contacts = presentIn([customer.email, customer.phone]);
  const stored = await inTransaction("BEGIN READ ONLY", async (client) => {
    const person = await withAllContacts(client, erasures, { shop, customerId: customer.id, contacts });
    return countStoredData(client, erasures, person);
  });
  await withShop(shop, async (tx) => {
    if (!(await isFirstDelivery(tx.$client, shop, deliveryId, topic))) return;
    await recordAudit(tx, shop, dataRequested, {
      actor: SHOPIFY,
      subject: { type: subject, id: String(customer.id) },
      before: null,
      after: stored,
    });
  });
}

async function countStoredData(
  client: pg.ClientBase,
  erasures: Erasing["erasures"],
  person: Person,
): Promise<StoredData> {
  let stored: StoredData = {};
  for (const { report } of erasures) stored = { ...stored, ...(await report?.(client, person)) };
  return stored;
}

/** customers/redact: a background task erases the customer, because records of years are searched for them, and Shopify waits 5 seconds for an answer. */
export async function requestErasure(shop: string, payload: unknown): Promise<void> {
  const { customer } = aboutCustomer.parse(payload);
  await withShop(shop, async (tx) => {
    await tx.insert(erasureRequests).values({
      shop,
      customerId: customer.id,
      contacts: presentIn([customer.email, customer.phone]),
    });
    await requestTask(REDACT_CUSTOMERS, shop, { tx });
  });
}

const REDACT_CUSTOMERS = { name: "privacy.redact-customers" };

/**
 * Erases the customers of all stored requests, each in a transaction of its own. One that fails doesn't hold up the others. In installed
 * shops it also runs every night, in case an earlier run has failed.
 * @throws the first failure, after all others were tried: the task is repeated then
 */
export const redactCustomers = ({ erasures }: Pick<Erasing, "erasures">) =>
  defineTask({
    ...REDACT_CUSTOMERS,
    schedule: {
      cron: "5 4 * * *",
      due: "EXISTS (SELECT FROM erasure_requests AS due WHERE due.shop = shops.shop)",
      spreadMinutes: NIGHTLY_SPREAD_MINUTES,
    },
    runsAfterUninstall: true,
    async run(shop, signal) {
      const failures: unknown[] = [];
      for (const id of await findRequests(shop)) {
        if (signal.aborted) return;
        await redactCustomer(erasures, shop, id).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  });

/** The ids of the stored requests, oldest first. */
const findRequests = (shop: string): Promise<string[]> =>
  withShop(shop, async (tx) => {
    const { requestedAt, id } = erasureRequests;
    const rows = await tx
      .select({ id })
      .from(erasureRequests)
      .where(eq(erasureRequests.shop, shop))
      .orderBy(asc(requestedAt), asc(id));
    return rows.map((row) => row.id);
  });

/** Erases a customer's data in every module. The audit log still counts changes, but no longer names the customer. */
const redactCustomer = (erasures: Erasing["erasures"], shop: string, requestId: string): Promise<void> =>
  withRedaction(async (client) => {
    // Some statements search texts of many years.
    await client.query("SET LOCAL statement_timeout = '1h'");
    const { rows } = await client.query<{ customerId: string; contacts: string[] }>(
      `SELECT customer_id AS "customerId", contacts FROM erasure_requests WHERE shop = $1 AND id = $2 FOR UPDATE`,
      [shop, requestId],
    );
    const [request] = rows;
    if (!request) return;
    const customer = { shop, customerId: Number(request.customerId) };
    const person = await withAllContacts(client, erasures, { ...customer, contacts: request.contacts });
    for (const { erase } of erasures) await erase(client, person);
    await client.query("DELETE FROM erasure_requests WHERE shop = $1 AND id = $2", [shop, requestId]);
  });

/** Adds the contacts that the modules know to those of Shopify's request, and the aliases that were entered on public pages. */
async function withAllContacts(
  client: pg.ClientBase,
  erasures: Erasing["erasures"],
  { contacts, ...customer }: Person,
): Promise<Person> {
  const found: (string | null)[] = [...contacts];
  for (const { findContacts } of erasures) found.push(...((await findContacts?.(client, customer)) ?? []));
  const known = presentIn(found);
  return {
    ...customer,
    contacts: [
      ...new Set([...known, ...(await aliasesOf(client, erasures, { ...customer, contacts: known }))]),
    ],
  };
}

/** The addresses of the customer's mailboxes, except those of other customers. */
async function aliasesOf(
  client: pg.ClientBase,
  erasures: Erasing["erasures"],
  { contacts, ...customer }: Person,
): Promise<string[]> {
  const { rows } = await client.query<{ mailbox: string }>(
    "SELECT DISTINCT fold_mailbox(contact) AS mailbox FROM unnest($1::text[]) AS contact WHERE contact LIKE '%@%'",
    [contacts],
  );
  const mailboxes = rows.map(({ mailbox }) => mailbox);
  const found: (string | null)[] = [];
  for (const { findAliases } of erasures)
    found.push(...((await findAliases?.(client, { shop: customer.shop, mailboxes })) ?? []));
  const aliases = presentIn(found);
  const addresses = aliases.map((alias) => alias.toLowerCase());
  const others = new Set<string>();
  for (const { findOthers } of erasures)
    for (const address of (await findOthers?.(client, customer, addresses)) ?? []) others.add(address);
  return aliases.filter((alias) => !others.has(alias.toLowerCase()));
}

const presentIn = (contacts: readonly (string | null | undefined)[]): string[] =>
  contacts.flatMap((contact) => contact || []);

export const dataRequested = auditAction<null, StoredData>(
  "privacy.data requested",
  "Received a customer's request for their data",
);
