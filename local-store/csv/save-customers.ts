import { addressRow, type ConsentInput, type CustomerInput } from "../data/customer-input.ts";
import {
  createCustomer,
  findCustomer,
  findCustomerByEmail,
  findCustomerByPhone,
  updateCustomer,
} from "../data/customers.ts";
import type { Store } from "../data/database.ts";
import type { CustomerRow } from "../data/rows.ts";
import type { CustomerRecord } from "./customer-rows.ts";

export type SaveOutcome = "created" | "updated";

/** A row that the store refuses, with the field at fault where there is one. */
export class RefusedRowError extends Error {
  override readonly name = "RefusedRowError";
}

/**
 * Creates the customer, or updates the one with the same e-mail address, else the same phone number. As with Shopify's own import, the app hears of it by webhook.
 * @throws RefusedRowError with Shopify's words when the store refuses.
 */
export async function saveCustomer(store: Store, shop: string, record: CustomerRecord): Promise<SaveOutcome> {
  const known = await findKnown(store, shop, record);
  const input = inputOf(record, known);
  const { customer, userErrors } = known
    ? await updateCustomer(store, shop, known.id, input)
    : await createCustomer(store, shop, input);
  if (!customer || userErrors.length > 0)
    throw new RefusedRowError(`${userErrors.map((error) => error.message).join("; ")}.`);
  await store.pool.query(
    "UPDATE customers SET amount_spent_cents = $3, orders_count = $4 WHERE shop = $1 AND id = $2",
    [shop, customer.id, record.amountSpentCents, record.ordersCount],
  );
  return known ? "updated" : "created";
}

async function findKnown(store: Store, shop: string, record: CustomerRecord): Promise<CustomerRow | null> {
  const byEmail = record.email ? await findCustomerByEmail(store.pool, shop, record.email) : null;
  if (byEmail) return byEmail;
  const byPhone = record.phone ? await findCustomerByPhone(store.pool, shop, record.phone) : null;
  // Somebody else's phone number is for the store to refuse, not a reason to overwrite that person.
  if (byPhone && (!record.email || !byPhone.email)) return byPhone;
  if (record.email || record.phone) return null;
  return findByName(store, shop, record);
}

/** Without address and number only the name is left to tell that a file was loaded before. */
async function findByName(store: Store, shop: string, record: CustomerRecord): Promise<CustomerRow | null> {
  const { rows } = await store.pool.query<{ id: number }>(
    `SELECT id FROM customers WHERE shop = $1 AND email IS NULL AND phone IS NULL
       AND first_name IS NOT DISTINCT FROM $2 AND last_name IS NOT DISTINCT FROM $3 ORDER BY id LIMIT 1`,
    [shop, record.firstName, record.lastName],
  );
  return rows[0] ? findCustomer(store.pool, shop, rows[0].id) : null;
}

function inputOf(record: CustomerRecord, known: CustomerRow | null): CustomerInput {
  const emailConsent = consentChange(record.acceptsEmailMarketing, known?.email_marketing?.state);
  const smsConsent = consentChange(record.acceptsSmsMarketing, known?.sms_marketing?.state);
  return {
    firstName: record.firstName,
    lastName: record.lastName,
    email: record.email,
    phone: record.phone,
    note: record.note,
    tags: record.tags,
    taxExempt: record.taxExempt,
    ...(record.address && !isSameAddress(record, known) ? { addresses: [record.address] } : {}),
    ...(emailConsent && record.email ? { emailMarketingConsent: emailConsent } : {}),
    ...(smsConsent && record.phone ? { smsMarketingConsent: smsConsent } : {}),
  };
}

/** Consent is said only when it changes: the day on which somebody agreed must survive a second load. */
function consentChange(accepts: boolean, before: string | undefined): ConsentInput | undefined {
  const state = accepts ? "SUBSCRIBED" : "NOT_SUBSCRIBED";
  return state === (before ?? "NOT_SUBSCRIBED") ? undefined : { marketingState: state };
}

function isSameAddress(record: CustomerRecord, known: CustomerRow | null): boolean {
  const present = known?.addresses[0];
  if (!present || !record.address) return false;
  return JSON.stringify(addressRow(record.address, present.id)) === JSON.stringify(present);
}
