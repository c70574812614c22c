import { inject, vi } from "vitest";
import { sessionToken } from "./store-shop.ts";
import { DEMO } from "./test-shop.ts";

/** An answer of the console's HTTP API. */
export interface ApiAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at what came, whatever it is
  body: any;
}

/** Calls `/api` as an administrator, with a session token of their own; `null` calls it as nobody. */
export async function callApi(
  administrator: string | null,
  method: string,
  path: string,
  body?: unknown,
  shop = DEMO,
): Promise<ApiAnswer> {
  const headers: Record<string, string> = {};
  if (administrator) headers.authorization = `Bearer ${await sessionToken(administrator, shop)}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(`${inject("backroom").appUrl}/api${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

/** Waits until the console has read all of a shop's customers for the first time, which begins when somebody signs in. */
export async function mirrorIsThere(shop = DEMO): Promise<void> {
  const isThere = async () => {
    const { body } = await callApi("1", "GET", "/mirror", undefined, shop);
    if (!body.rebuiltAt) throw new Error(`The customers of ${shop} are not there yet.`);
  };
  await vi.waitFor(isThere, { timeout: 60_000, interval: 250 });
}

/** Waits until the console has heard of a student who registered at the store: what it reads once would else leave them out. */
export async function studentIsKnown(email: string, shop = DEMO): Promise<void> {
  const search = { searchType: "Email", searchValue: email };
  const isKnown = async () => {
    const { body } = await callApi("1", "POST", "/students/pending", search, shop);
    if (body.rows.length !== 1) throw new Error(`${email} is not in the console's list yet.`);
  };
  await vi.waitFor(isKnown, { timeout: 30_000, interval: 100 });
}
