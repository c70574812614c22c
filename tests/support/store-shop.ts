/** What happens at the store while the console is open: people register, the store's own staff change tags, Shopify falters. */
import pg from "pg";
import { inject } from "vitest";
import type { FaultKnobs } from "../../local-store/faults/board.ts";
import { DEMO } from "./test-shop.ts";

/** Somebody who has registered at the store. */
export interface Registered {
  /** The customer's number. */
  id: number;
  name: string;
  email: string;
}

let registered = 0;

/**
 * Registers a student with a name that nobody else has, by the store's own form, as a visitor would.
 * @param more further fields of the form
 */
export async function registerStudent(
  givenName: string,
  shop = DEMO,
  domain = "students.example",
  more: Record<string, string> = {},
): Promise<Registered> {
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
  if (!id) throw new Error(`The store registered nobody: ${address}`);
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

/** The customer with this address, as the store itself holds them; undefined when there is none. */
export async function customerAt(email: string, shop = DEMO) {
  const [customer] = await inStore<{ id: string; first_name: string | null; tags: string[] }>(
    "SELECT id, first_name, tags FROM customers WHERE shop = $1 AND lower(email) = lower($2)",
    [shop, email],
  );
  return customer;
}

/** The tags that the store itself holds, whatever the console shows. */
export async function tagsInStore(id: number, shop = DEMO): Promise<string[]> {
  const rows = await inStore<{ tags: string[] }>("SELECT tags FROM customers WHERE shop = $1 AND id = $2", [
    shop,
    id,
  ]);
  return rows[0]?.tags ?? [];
}

/** Everybody's e-mail address in a shop, as the store itself holds them. */
export async function emailsInStore(shop: string): Promise<string[]> {
  const rows = await inStore<{ email: string }>("SELECT email FROM customers WHERE shop = $1", [shop]);
  return rows.map(({ email }) => email);
}

/** Some customer of a shop. */
export async function somebodyIn(shop: string): Promise<{ id: number; email: string }> {
  const rows = await inStore<{ id: string; email: string }>(
    "SELECT id, email FROM customers WHERE shop = $1 AND 'Pending' = ANY(tags) ORDER BY id LIMIT 1",
    [shop],
  );
  if (!rows[0]) throw new Error(`${shop} has no customer who waits.`);
  return { id: Number(rows[0].id), email: rows[0].email };
}

/** How often each mutation really changed this customer; a mutation that changed only others is left out. */
export async function changesOf(id: number, shop = DEMO): Promise<Record<string, number>> {
  const response = await fetch(`${storeUrl()}/__counters?shop=${shop}`);
  const { effective } = (await response.json()) as { effective: Record<string, Record<string, number>> };
  const counts = Object.entries(effective).map(([mutation, byId]) => [mutation, byId[String(id)] ?? 0]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

/** Makes the store misbehave as Shopify sometimes does, until `calmDown`. */
export const turnKnobs = (knobs: Partial<FaultKnobs>, shop = DEMO): Promise<void> =>
  postJson("/__faults", { shop, knobs });

/** The same for one operation of the Admin API alone. */
export const turnKnobsOf = (operation: string, knobs: Partial<FaultKnobs>, shop = DEMO): Promise<void> =>
  postJson("/__faults", { shop, operations: { [operation]: knobs } });

/** Ends every misbehaviour. */
export const calmDown = (shop = DEMO): Promise<void> => postJson("/__faults", { shop, reset: true });

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

const storeUrl = () => inject("backroom").localStoreUrl;
const storePath = (shop: string) => `/store/${shop.replace(".myshopify.com", "")}`;

/** @returns where the store sends the browser then */
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
  const client = new pg.Client({ connectionString: inject("backroom").localStoreDatabaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(query, values)).rows;
  } finally {
    await client.end();
  }
}
