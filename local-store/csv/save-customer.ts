import { addressRow, type ConsentInput, type CustomerInput } from "../data/customer-input.ts";
import { createCustomer, updateCustomer } from "../data/customers.ts";
import type { Store } from "../data/database.ts";
import { findCustomer, findCustomerByEmail, findCustomerByPhone } from "../data/find-customers.ts";
import type { CustomerRow } from "../data/rows.ts";
import type { CustomerRecord } from "./read-customer.ts";

export type SaveOutcome = "created" | "updated";

/** A row that the store refuses. */
export class RefusedRowError extends Error {
  override readonly name = "RefusedRowError";
}

/**
 * Creates a customer, or updates the one with the same email address or, failing that, phone number. Sends webhooks, as Shopify's import
 * does.
 * @throws RefusedRowError with Shopify's error text if the store refuses the row.
 */
export async function saveCustomer(store: Store, shop: string, record: CustomerRecord): Promise<SaveOutcome> {
  const existing = await findExisting(store, shop, record);
  const input = inputOf(record, existing);
  const { customer, userErrors } = existing
    ? await updateCustomer(store, shop, existing.id, input)
    : await createCustomer(store, shop, input);
  if (!customer || userErrors.length > 0)
    throw new RefusedRowError(`${userErrors.map((error) => error.message).join("; ")}.`);
  await store.pool.query(
    "UPDATE customers SET amount_spent_cents = $3, orders_count = $4 WHERE shop = $1 AND id = $2",
    [shop, customer.id, record.amountSpentCents, record.ordersCount],
  );
  return existing ? "updated" : "created";
}

async function findExisting(store: Store, shop: string, record: CustomerRecord): Promise<CustomerRow | null> {
  const byEmail = record.email ? await findCustomerByEmail(store.pool, shop, record.email) : null;
  if (byEmail) return byEmail;
  const byPhone = record.phone ? await findCustomerByPhone(store.pool, shop, record.phone) : null;
  // The phone number of a customer with another email address must not overwrite that customer. The store refuses it.
  if (byPhone && (!record.email || !byPhone.email)) return byPhone;
  if (record.email || record.phone) return null;
  return findByName(store, shop, record);
}

/** Without an email address and a phone number, only the name identifies an existing customer. */
async function findByName(store: Store, shop: string, record: CustomerRecord): Promise<CustomerRow | null> {
  const { rows } = await store.pool.query<{ id: number }>(
    `SELECT id FROM customers WHERE shop = $1 AND email IS NULL AND phone IS NULL
       AND first_name IS NOT DISTINCT FROM $2 AND last_name IS NOT DISTINCT FROM $3 ORDER BY id LIMIT 1`,
    [shop, record.firstName, record.lastName],
  );
  return rows[0] ? findCustomer(store.pool, shop, rows[0].id) : null;
}

function inputOf(record: CustomerRecord, existing: CustomerRow | null): CustomerInput {
  const emailConsent = consentChange(record.acceptsEmailMarketing, existing?.email_marketing?.state);
  const smsConsent = consentChange(record.acceptsSmsMarketing, existing?.sms_marketing?.state);
  return {
    firstName: record.firstName,
    lastName: record.lastName,
    email: record.email,
    phone: record.phone,
    note: record.note,
    tags: record.tags,
    taxExempt: record.taxExempt,
    ...(record.address && !isSameAddress(record, existing) ? { addresses: [record.address] } : {}),
    ...(emailConsent && record.email ? { emailMarketingConsent: emailConsent } : {}),
    ...(smsConsent && record.phone ? { smsMarketingConsent: smsConsent } : {}),
  };
}

/** Sends consent only if it changes, so that loading a file again keeps the date of consent. */
function consentChange(accepts: boolean, before: string | undefined): ConsentInput | undefined {
  const state = accepts ? "SUBSCRIBED" : "NOT_SUBSCRIBED";
  return state === (before ?? "NOT_SUBSCRIBED") ? undefined : { marketingState: state };
}

function isSameAddress(record: CustomerRecord, existing: CustomerRow | null): boolean {
  const current = existing?.addresses[0];
  if (!current || !record.address) return false;
  return JSON.stringify(addressRow(record.address, current.id)) === JSON.stringify(current);
}
