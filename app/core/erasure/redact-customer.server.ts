import type pg from "pg";
import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { Declarations } from "~/core/context.server";
import { withRedaction } from "~/platform/db/redaction.server";
import { withShop } from "~/platform/db/with-shop.server";
import { dataRequested } from "./audit.server";
import type { Person, StoredData } from "./erasure.server";

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

/** customers/data_request: records for the account owner what Backroom stores about the customer, so that the merchant can answer them. */
export async function reportOnCustomer(
  { erasures, auditSubjects }: Erasing,
  shop: string,
  payload: unknown,
): Promise<void> {
  const { customer } = aboutCustomer.parse(payload);
  const person = { shop, customerId: customer.id, contacts: presentIn([customer.email]) };
  const subject = [...auditSubjects.values()].find(({ isDataSubject }) => isDataSubject);
  if (!subject)
    throw new Error("No module declares the audit subject that requests for personal data are about.");
  await withShop(shop, async (tx) => {
    let stored: StoredData = {};
    for (const { report } of erasures) stored = { ...stored, ...(await report?.(tx.$client, person)) };
    await recordAudit(tx, shop, dataRequested, {
      actor: SHOPIFY,
      subject: { type: subject, id: String(customer.id) },
      before: null,
      after: stored,
    });
  });
}

/** customers/redact: erases the customer's data in every module. The audit log still counts changes, but no longer names the customer. */
export async function redactCustomer(
  { erasures }: Pick<Erasing, "erasures">,
  shop: string,
  payload: unknown,
): Promise<void> {
  const { customer } = aboutCustomer.parse(payload);
  await withRedaction(async (client) => {
    const contacts = await contactsOf(client, erasures, { shop, ...customer });
    const person: Person = { shop, customerId: customer.id, contacts };
    for (const { erase } of erasures) await erase(client, person);
  });
}

/** What the customer may be named by: what Shopify says, and what the modules know. */
async function contactsOf(
  client: pg.ClientBase,
  erasures: Erasing["erasures"],
  { shop, id, email, phone }: { shop: string } & z.infer<typeof aboutCustomer>["customer"],
): Promise<string[]> {
  const contacts = [email, phone];
  for (const { findContacts } of erasures)
    contacts.push(...((await findContacts?.(client, { shop, customerId: id })) ?? []));
  return [...new Set(presentIn(contacts))];
}

const presentIn = (contacts: readonly (string | null | undefined)[]): string[] =>
  contacts.flatMap((contact) => contact || []);
