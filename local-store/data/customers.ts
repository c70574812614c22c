import type pg from "pg";
import { customerPayload, deletedCustomerPayload, tagsPayload } from "../webhooks/customer-payload.ts";
import { emit } from "../webhooks/emit.ts";
import {
  addressRow,
  type ConsentInput,
  type CustomerInput,
  consentRow,
  inputErrors,
  normalizeEmail,
  normalizePhone,
} from "./customer-input.ts";
import { type Store, transaction } from "./database.ts";
import { findCustomer, findCustomerByEmail, findCustomerByPhone } from "./find-customers.ts";
import { shopifyNow } from "./instants.ts";
import { deleteMetafieldsOf, metafieldErrors, writeMetafields } from "./metafields.ts";
import type { CustomerRow, UserError } from "./rows.ts";
import { keepSearchVersion } from "./search-lag.ts";
import { findShop } from "./shops.ts";
import { mergeTags, parseTags, subtractTags, tagErrors } from "./tags.ts";

/** The result of a change: the current customer, or user errors. */
export interface CustomerChange {
  customer: CustomerRow | null;
  userErrors: UserError[];
  /** Whether anything changed. Adding an existing tag changes nothing. */
  changed: boolean;
}

function refusal(userErrors: UserError[], customer: CustomerRow | null = null): CustomerChange {
  return { customer, userErrors, changed: false };
}

/** Shopify's user error for a customer that doesn't exist. */
const NOT_FOUND: UserError = { field: ["id"], message: "Customer does not exist", code: "INVALID" };

/** Creates a customer and queues `customers/create` and `customer.tags_added`. */
export async function createCustomer(
  store: Store,
  shop: string,
  input: CustomerInput,
): Promise<CustomerChange> {
  return refuseDuplicates(() =>
    transaction(store, async (client) => {
      const userErrors = [
        ...inputErrors(input),
        ...identityErrors(input),
        ...metafieldErrors(input.metafields ?? [], "CUSTOMER"),
        ...(await duplicateErrors(client, shop, input)),
      ];
      if (userErrors.length > 0) return refusal(userErrors);
      const now = shopifyNow(store);
      const customer = await insertCustomer(client, shop, input, now);
      if (input.metafields?.length) {
        await writeMetafields(client, shop, "CUSTOMER", customer.id, input.metafields, now);
      }
      await keepSearchVersion(client, store, shop, customer.id, null);
      await emitCustomer(client, store, "customers/create", customer);
      if (customer.tags.length > 0) {
        await emit(client, store, shop, "customer.tags_added", tagsPayload(customer.id, customer.tags, now));
      }
      return { customer, userErrors: [], changed: true };
    }),
  );
}

/** Updates the given fields of a customer and queues `customers/update` and the tag topics. */
export async function updateCustomer(
  store: Store,
  shop: string,
  id: number,
  input: CustomerInput,
): Promise<CustomerChange> {
  return refuseDuplicates(() =>
    changeCustomer(store, shop, id, async (before, client) => {
      const userErrors = [
        ...inputErrors(input),
        ...metafieldErrors(input.metafields ?? [], "CUSTOMER"),
        ...(await duplicateErrors(client, shop, input, id)),
      ];
      if (userErrors.length > 0) return { userErrors };
      const merged: CustomerInput = {
        firstName: before.first_name,
        lastName: before.last_name,
        email: before.email,
        phone: before.phone,
        ...input,
      };
      const noIdentity = identityErrors(merged);
      if (noIdentity.length > 0) return { userErrors: noIdentity };
      const now = shopifyNow(store);
      if (input.metafields?.length) {
        await writeMetafields(client, shop, "CUSTOMER", id, input.metafields, now);
      }
      return { after: await withInput(client, before, input, now) };
    }),
  );
}

/** Adds tags. An existing tag keeps its case. */
export async function addTags(
  store: Store,
  shop: string,
  id: number,
  tags: string[],
): Promise<CustomerChange> {
  return changeCustomer(store, shop, id, async (before) => {
    const merged = mergeTags(before.tags, parseTags(tags));
    const userErrors = tagErrors(merged);
    if (userErrors.length > 0) return { userErrors };
    return { after: merged.length === before.tags.length ? before : { ...before, tags: merged } };
  });
}

/** Removes tags, ignoring case. Missing tags are ignored. */
export async function removeTags(
  store: Store,
  shop: string,
  id: number,
  tags: string[],
): Promise<CustomerChange> {
  return changeCustomer(store, shop, id, async (before) => {
    const left = subtractTags(before.tags, parseTags(tags));
    return { after: left.length === before.tags.length ? before : { ...before, tags: left } };
  });
}

/** Sets the marketing consent for a channel. Email requires an email address, and SMS requires a phone number. */
export async function setConsent(
  store: Store,
  shop: string,
  id: number,
  channel: "email" | "sms",
  consent: ConsentInput,
): Promise<CustomerChange> {
  return changeCustomer(store, shop, id, async (before) => {
    const reachable = channel === "email" ? before.email : before.phone;
    if (reachable === null) {
      const what = channel === "email" ? "An email address" : "A phone number";
      const field = channel === "email" ? "emailMarketingConsent" : "smsMarketingConsent";
      return {
        userErrors: [
          {
            field: ["input", field],
            message: `${what} is required to set the consent state.`,
            code: "INVALID",
          },
        ],
      };
    }
    const row = consentRow(consent, shopifyNow(store));
    return {
      after: channel === "email" ? { ...before, email_marketing: row } : { ...before, sms_marketing: row },
    };
  });
}

/** Deletes a customer and queues `customers/delete`. A customer with orders can't be deleted. */
export async function deleteCustomer(store: Store, shop: string, id: number): Promise<CustomerChange> {
  return transaction(store, async (client) => {
    const customer = await findCustomer(client, shop, id, "FOR UPDATE");
    if (!customer) {
      return refusal([{ field: ["id"], message: "Customer can't be found", code: "INVALID" }]);
    }
    if (customer.orders_count > 0) {
      const message = "Customer can’t be deleted because they have associated orders";
      return refusal([{ field: ["id"], message, code: "INVALID" }]);
    }
    await client.query("DELETE FROM customers WHERE shop = $1 AND id = $2", [shop, id]);
    await deleteMetafieldsOf(client, shop, "CUSTOMER", id);
    await keepSearchVersion(client, store, shop, id, customer);
    await emit(client, store, shop, "customers/delete", deletedCustomerPayload(customer));
    return { customer, userErrors: [], changed: true };
  });
}

/** Updates a customer's `updated_at` and queues `customers/update`, for changes outside the row such as metafields. */
export async function touchCustomer(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  id: number,
): Promise<void> {
  const { rows } = await client.query<CustomerRow>(
    "UPDATE customers SET updated_at = $3 WHERE shop = $1 AND id = $2 RETURNING *",
    [shop, id, shopifyNow(store)],
  );
  if (rows[0]) await emitCustomer(client, store, "customers/update", rows[0]);
}

type Change = { after: CustomerRow } | { userErrors: UserError[] };

/** Locks and changes a customer, keeps its previous version for search, and queues webhooks, in one transaction. */
async function changeCustomer(
  store: Store,
  shop: string,
  id: number,
  change: (before: CustomerRow, client: pg.PoolClient) => Promise<Change>,
): Promise<CustomerChange> {
  return transaction(store, async (client) => {
    const before = await findCustomer(client, shop, id, "FOR UPDATE");
    if (!before) return refusal([NOT_FOUND]);
    const outcome = await change(before, client);
    if ("userErrors" in outcome) return refusal(outcome.userErrors, before);
    if (outcome.after === before) return { customer: before, userErrors: [], changed: false };
    const now = shopifyNow(store);
    const after = await writeCustomer(client, { ...outcome.after, updated_at: now });
    await keepSearchVersion(client, store, shop, id, before);
    await emitChange(client, store, before, after, now);
    return { customer: after, userErrors: [], changed: true };
  });
}

async function emitChange(
  client: pg.PoolClient,
  store: Store,
  before: CustomerRow,
  after: CustomerRow,
  now: Date,
): Promise<void> {
  await emitCustomer(client, store, "customers/update", after);
  const added = subtractTags(after.tags, before.tags);
  const removed = subtractTags(before.tags, after.tags);
  if (added.length > 0) {
    await emit(client, store, after.shop, "customer.tags_added", tagsPayload(after.id, added, now));
  }
  if (removed.length > 0) {
    await emit(client, store, after.shop, "customer.tags_removed", tagsPayload(after.id, removed, now));
  }
}

async function emitCustomer(
  client: pg.PoolClient,
  store: Store,
  topic: "customers/create" | "customers/update",
  customer: CustomerRow,
): Promise<void> {
  const shop = await findShop(client, customer.shop);
  await emit(client, store, customer.shop, topic, customerPayload(customer, shop?.currency ?? "USD"));
}

async function insertCustomer(
  client: pg.PoolClient,
  shop: string,
  input: CustomerInput,
  now: Date,
): Promise<CustomerRow> {
  const { rows } = await client.query<CustomerRow>(
    "INSERT INTO customers (shop, created_at, updated_at) VALUES ($1, $2, $2) RETURNING *",
    [shop, now],
  );
  return writeCustomer(client, await withInput(client, rows[0] as CustomerRow, input, now));
}

/** Applies the input's fields to the row. Writes nothing. */
async function withInput(
  client: pg.PoolClient,
  row: CustomerRow,
  input: CustomerInput,
  now: Date,
): Promise<CustomerRow> {
  const next = { ...row };
  if (input.firstName !== undefined) next.first_name = input.firstName || null;
  if (input.lastName !== undefined) next.last_name = input.lastName || null;
  if (input.email !== undefined) next.email = normalizeEmail(input.email);
  if (input.phone !== undefined) next.phone = normalizePhone(input.phone);
  if (input.note !== undefined) next.note = input.note || null;
  if (input.locale) next.locale = input.locale;
  if (input.taxExempt !== undefined && input.taxExempt !== null) next.tax_exempt = input.taxExempt;
  if (input.tags) next.tags = parseTags(input.tags);
  if (input.emailMarketingConsent) next.email_marketing = consentRow(input.emailMarketingConsent, now);
  if (input.smsMarketingConsent) next.sms_marketing = consentRow(input.smsMarketingConsent, now);
  if (input.addresses) {
    next.addresses = [];
    for (const address of input.addresses) next.addresses.push(addressRow(address, await nextId(client)));
  }
  return next;
}

async function nextId(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ id: number }>("SELECT nextval('shopify_id') AS id");
  return (rows[0] as { id: number }).id;
}

async function writeCustomer(client: pg.PoolClient, row: CustomerRow): Promise<CustomerRow> {
  const { rows } = await client.query<CustomerRow>(
    `UPDATE customers SET first_name = $3, last_name = $4, email = $5, phone = $6, note = $7, tags = $8, locale = $9,
       tax_exempt = $10, addresses = $11, email_marketing = $12, sms_marketing = $13, updated_at = $14
     WHERE shop = $1 AND id = $2 RETURNING *`,
    [
      row.shop,
      row.id,
      row.first_name,
      row.last_name,
      row.email,
      row.phone,
      row.note,
      row.tags,
      row.locale,
      row.tax_exempt,
      JSON.stringify(row.addresses),
      row.email_marketing && JSON.stringify(row.email_marketing),
      row.sms_marketing && JSON.stringify(row.sms_marketing),
      row.updated_at,
    ],
  );
  return rows[0] as CustomerRow;
}

function identityErrors(input: CustomerInput): UserError[] {
  const hasIdentity =
    input.firstName || input.lastName || normalizeEmail(input.email) || normalizePhone(input.phone);
  if (hasIdentity) return [];
  return [{ field: null, message: "A name, phone number, or email address must be present", code: "BLANK" }];
}

async function duplicateErrors(
  client: pg.PoolClient,
  shop: string,
  input: CustomerInput,
  exceptId?: number,
): Promise<UserError[]> {
  const errors: UserError[] = [];
  const byEmail = input.email ? await findCustomerByEmail(client, shop, input.email) : null;
  if (byEmail && byEmail.id !== exceptId) errors.push(EMAIL_TAKEN);
  const byPhone = input.phone ? await findCustomerByPhone(client, shop, input.phone) : null;
  if (byPhone && byPhone.id !== exceptId) errors.push(PHONE_TAKEN);
  return errors;
}

const EMAIL_TAKEN: UserError = { field: ["email"], message: "Email has already been taken", code: "TAKEN" };
const PHONE_TAKEN: UserError = { field: ["phone"], message: "Phone has already been taken", code: "TAKEN" };

/** When two requests race for the same address, the unique index rejects one, which gets the same user error. */
async function refuseDuplicates(work: () => Promise<CustomerChange>): Promise<CustomerChange> {
  try {
    return await work();
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (constraint === "customers_email") return refusal([EMAIL_TAKEN]);
    if (constraint === "customers_phone") return refusal([PHONE_TAKEN]);
    throw error;
  }
}
