import { vi } from "vitest";
import { backroom } from "./backroom.ts";
import { withMachineFactor } from "./machine-factor.ts";
import { sessionToken } from "./store-shop.ts";
import { DEMO } from "./test-shop.ts";

/** An answer of the console's HTTP API. */
export interface ApiAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test inspects the body, whatever its shape
  body: any;
}

/** Calls `/api` as an administrator, with a session token of their own; `null` sends no token. */
export async function callApi(
  administrator: string | null,
  method: string,
  path: string,
  body?: unknown,
  shop = DEMO,
): Promise<ApiAnswer> {
  return callWith(administrator && (await sessionToken(administrator, shop)), method, path, body);
}

/** Calls `/api` with this session token, or with none. */
export async function callWith(
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiAnswer> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(`${backroom().appUrl}/api${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

/** Waits until the first rebuild of a shop's mirror has finished. It starts at the first sign-in. */
export async function waitForMirror(shop = DEMO): Promise<void> {
  const assertRebuilt = async () => {
    const { body } = await callApi("1", "GET", "/mirror", undefined, shop);
    if (!body.rebuiltAt) throw new Error(`The customers of ${shop} aren't in the mirror yet.`);
  };
  await vi.waitFor(assertRebuilt, { timeout: withMachineFactor(60_000), interval: 250 });
}

/** Waits until the mirror has a student who registered at the store. Without this, a single read could miss them. */
export async function waitForStudent(email: string, shop = DEMO): Promise<void> {
  const search = { searchType: "Email", searchValue: email };
  const assertListed = async () => {
    const { body } = await callApi("1", "POST", "/students/pending", search, shop);
    if (body.rows.length !== 1) throw new Error(`${email} isn't in the pending list yet.`);
  };
  await vi.waitFor(assertListed, { timeout: withMachineFactor(30_000), interval: 100 });
}
