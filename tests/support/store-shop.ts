/** Changes at the store while the console is open: people register, the store's own staff change tags, Shopify fails. */
import pg from "pg";
import type { FaultKnobs } from "../../local-store/faults/fault-board.ts";
import { backroom } from "./backroom.ts";
import { DEMO } from "./test-shop.ts";

/** A student who has registered at the store. */
export interface RegisteredStudent {
  /** The customer's number. */
  id: number;
  name: string;
  email: string;
}

let registered = 0;

/**
 * Registers a student with a unique name through the store's own form, as a visitor would.
 * @param more further fields of the form
 */
export async function registerStudent(
  givenName: string,
  shop = DEMO,
  domain = "students.example",
  more: Record<string, string> = {},
): Promise<RegisteredStudent> {
  const family = `Zz${Date.now().toString(36)}${(registered++).toString(36)}`;
  const email = `${givenName}.${family}@${domain}`.toLowerCase();
  const form = {
    kind: "student",
    firstName: givenName,
    lastName: family,
    email,
    school: "Harbor College",
    ...more,
  };
  const address = await postForm(`${storePath(shop)}/register`, form);
  const id = Number(address.split("/").at(-1));
  if (!id) throw new Error(`The store registered no student: ${address}`);
  return { id, name: `${givenName} ${family}`, email };
}

/** Adds a tag to a customer in the store's own admin. */
export const addTag = (id: number, tag: string, shop = DEMO): Promise<string> =>
  postForm(`${storePath(shop)}/customers/${id}/tags/add`, { tag });

/** Takes a tag from a customer in the store's own admin. */
export const removeTag = (id: number, tag: string, shop = DEMO): Promise<string> =>
  postForm(`${storePath(shop)}/customers/${id}/tags/remove`, { tag });

/** Deletes a customer in the store's own admin. */
export const deleteCustomer = (id: number, shop = DEMO): Promise<string> =>
  postForm(`${storePath(shop)}/customers/${id}/delete`, {});

/** An order of the store that can be returned. */
export interface StoreOrder {
  id: number;
  /** `#1001` */
  name: string;
  customerEmail: string;
}

/** Places an order with a gift tag in the store's own form, and fulfills it. */
export async function placeFulfilledOrder(
  lines: readonly { sku: string; quantity: number }[],
  shop = DEMO,
): Promise<StoreOrder> {
  const customer = await findPendingCustomer(shop);
  const address = await postForm(`${storePath(shop)}/orders`, {
    customer: String(customer.id),
    giftTag: "1",
    address1: "12 Main St",
    city: "Portland",
    state: "OR",
    zip: "97201",
    phone: "503-555-0100",
    payment: "paid",
    ...Object.fromEntries(
      lines.flatMap(({ sku, quantity }, index) => [
        [`sku${index + 1}`, sku],
        [`quantity${index + 1}`, String(quantity)],
      ]),
    ),
  });
  const id = Number(address.split("/").at(-1));
  if (!id) throw new Error(`The store placed no order: ${address}`);
  await postForm(`${storePath(shop)}/orders/${id}/fulfill`, { company: "UPS", trackingNumber: "1Z999" });
  const [order] = await inStore<{ number: number }>("SELECT number FROM orders WHERE shop = $1 AND id = $2", [
    shop,
    id,
  ]);
  return { id, name: `#${order?.number}`, customerEmail: customer.email };
}

/** Processes and refunds the only return of an order in the store's own admin. */
export async function refundReturn(orderId: number, shop = DEMO): Promise<void> {
  const [row] = await inStore<{ id: string }>(
    "SELECT id FROM order_returns WHERE shop = $1 AND order_id = $2",
    [shop, orderId],
  );
  await postForm(`${storePath(shop)}/orders/${orderId}/returns/${row?.id}`, { action: "process" });
}

/** Adds a definition of a product metafield, `namespace.key`, as the store's own staff would. */
export async function defineProductMetafield(fullKey: string, name: string, shop = DEMO): Promise<void> {
  const [namespace, key] = fullKey.split(".");
  await inStore(
    `INSERT INTO metafield_definitions (shop, owner_type, namespace, key, name, type)
     VALUES ($1, 'PRODUCT', $2, $3, $4, 'single_line_text_field')`,
    [shop, namespace, key, name],
  );
}

/** A variant of the store, the only one of its product and with its SKU. */
export interface StoreVariant {
  id: number;
  productId: number;
  sku: string;
}

/** The first such variant. */
export async function findStoreVariant(shop = DEMO): Promise<StoreVariant> {
  const [variant] = await inStore<{ id: string; product_id: string; sku: string }>(
    `SELECT min(id) AS id, product_id, min(sku) AS sku FROM variants AS one WHERE shop = $1
      GROUP BY product_id
     HAVING count(*) = 1 AND (SELECT count(*) FROM variants AS same WHERE same.shop = $1 AND same.sku = min(one.sku)) = 1
      ORDER BY product_id LIMIT 1`,
    [shop],
  );
  if (!variant) throw new Error(`${shop} has no product with one variant.`);
  return { id: Number(variant.id), productId: Number(variant.product_id), sku: variant.sku };
}

/** Gives the variants with a SKU another weight. @returns the one before, in grams */
export async function setStoreWeight(sku: string, grams: number, shop = DEMO): Promise<number> {
  const [before] = await inStore<{ grams: number }>(
    `UPDATE variants AS changed SET grams = $3 FROM variants AS earlier
      WHERE changed.shop = $1 AND changed.sku = $2 AND earlier.shop = changed.shop AND earlier.id = changed.id RETURNING earlier.grams`,
    [shop, sku, grams],
  );
  if (!before) throw new Error(`${shop} has no variant ${sku}.`);
  return before.grams;
}

/** Changes the price of a variant in the store's own admin. */
export const setStorePrice = ({ id, productId }: StoreVariant, price: string, shop = DEMO): Promise<string> =>
  postForm(`${storePath(shop)}/products/${productId}/variants`, { [`price ${id}`]: price });

/** Places a paid order of one product, as the customer's checkout would. @returns its number */
export async function placeStoreOrder(
  customerId: number,
  more: { discountCode?: string } = {},
  shop = DEMO,
): Promise<number> {
  const { sku } = await findStoreVariant(shop);
  const form = { customer: String(customerId), sku1: sku, payment: "paid", ...more };
  const address = await postForm(`${storePath(shop)}/orders`, form);
  const id = Number(address.split("/").at(-1));
  if (!id) throw new Error(`The store placed no order: ${address}`);
  return id;
}

/** The customer with this address in the store's own data, undefined when there is none. */
export async function findStoreCustomer(email: string, shop = DEMO) {
  const [customer] = await inStore<{ id: string; first_name: string | null; tags: string[] }>(
    "SELECT id, first_name, tags FROM customers WHERE shop = $1 AND lower(email) = lower($2)",
    [shop, email],
  );
  return customer;
}

/** The customer's tags in the store's own data, whatever the console shows. */
export async function tagsInStore(id: number, shop = DEMO): Promise<string[]> {
  const rows = await inStore<{ tags: string[] }>("SELECT tags FROM customers WHERE shop = $1 AND id = $2", [
    shop,
    id,
  ]);
  return rows[0]?.tags ?? [];
}

/** All customers' email addresses in the store's own data. */
export async function emailsInStore(shop: string): Promise<string[]> {
  const rows = await inStore<{ email: string }>("SELECT email FROM customers WHERE shop = $1", [shop]);
  return rows.map(({ email }) => email);
}

/** A pending customer of a shop. */
export async function findPendingCustomer(shop: string): Promise<{ id: number; email: string }> {
  const rows = await inStore<{ id: string; email: string }>(
    "SELECT id, email FROM customers WHERE shop = $1 AND 'Pending' = ANY(tags) ORDER BY id LIMIT 1",
    [shop],
  );
  if (!rows[0]) throw new Error(`${shop} has no pending customer.`);
  return { id: Number(rows[0].id), email: rows[0].email };
}

/** How often each mutation changed this customer. Mutations that changed only other customers are left out. */
export async function countEffectiveMutations(id: number, shop = DEMO): Promise<Record<string, number>> {
  const response = await fetch(`${storeUrl()}/__counters?shop=${shop}`);
  const { effective } = (await response.json()) as { effective: Record<string, Record<string, number>> };
  const counts = Object.entries(effective).map(([mutation, byId]) => [mutation, byId[String(id)] ?? 0]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

/** Injects faults into the store, as they happen at Shopify, until `clearFaults`. */
export const injectFaults = (knobs: Partial<FaultKnobs>, shop = DEMO): Promise<void> =>
  postJson("/__faults", { shop, knobs });

/** Injects faults into one operation of the Admin API only. */
export const injectOperationFaults = (
  operation: string,
  knobs: Partial<FaultKnobs>,
  shop = DEMO,
): Promise<void> => postJson("/__faults", { shop, operations: { [operation]: knobs } });

/** Removes every injected fault. */
export const clearFaults = (shop = DEMO): Promise<void> => postJson("/__faults", { shop, reset: true });

/** A session token as App Bridge would get it. */
export async function sessionToken(
  administrator: string,
  shop = DEMO,
  lifetimeSeconds = 60,
): Promise<string> {
  const query = new URLSearchParams({ shop, administrator, lifetime: String(lifetimeSeconds) });
  const response = await fetch(`${storeUrl()}/session-token?${query}`);
  if (!response.ok) throw new Error(`The store gave no session token: ${await response.text()}`);
  return response.text();
}

const storeUrl = () => backroom().localStoreUrl;
const storePath = (shop: string) => `/store/${shop.replace(".myshopify.com", "")}`;

/** @returns the address that the store redirects to */
async function postForm(path: string, fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(fields);
  const response = await fetch(storeUrl() + path, { method: "POST", body, redirect: "manual" });
  if (response.status !== 303) throw new Error(`The store answered ${response.status} to ${path}.`);
  return response.headers.get("location") ?? "";
}

async function postJson(path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(storeUrl() + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The store refused ${path}: ${await response.text()}`);
}

async function inStore<Row extends pg.QueryResultRow>(query: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: backroom().localStoreDatabaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(query, values)).rows;
  } finally {
    await client.end();
  }
}
