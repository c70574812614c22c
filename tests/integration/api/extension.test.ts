/** What the block on a customer's page in the Shopify admin (`extensions/customer-block`) gets from `/api`. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { addTags, removeTags } from "../../../local-store/data/customers.ts";
import { type ApiServer, openApiServer } from "../../guarantees/support/api-server.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

const SHOPIFY = "https://extensions.shopifycdn.com";

let shop: TestShop;
let api: ApiServer;
beforeAll(async () => {
  shop = await openTestShop("extension");
  api = await openApiServer();
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await api.close();
  await shop.close();
});

async function allowedOrigin(origin: string, init: RequestInit = {}) {
  const headers = { ...init.headers, origin };
  const { status, headers: answered } = await fetch(`${api.url}/jobs`, { ...init, headers });
  return { status, origin: answered.get("access-control-allow-origin"), vary: answered.get("vary") };
}

const PREFLIGHT = {
  method: "OPTIONS",
  headers: { "access-control-request-method": "PUT", "access-control-request-headers": "authorization" },
};

test("only Shopify's origin of extensions may read answers, and it needs a token, too", async () => {
  vi.stubEnv("SHOPIFY_API_KEY", "a-real-app");
  expect(await allowedOrigin(SHOPIFY, PREFLIGHT)).toEqual({ status: 204, origin: SHOPIFY, vary: "Origin" });
  expect(await allowedOrigin(SHOPIFY)).toMatchObject({ status: 401, origin: SHOPIFY });
  const local = process.env.LOCAL_STORE_URL ?? "";
  for (const other of [`${SHOPIFY}.evil.example`, "https://backroom-demo.myshopify.com", "null", local])
    expect(await allowedOrigin(other, PREFLIGHT), other).toMatchObject({ status: 401, origin: null });
});

test("on this machine, the local store's origin is the only one", async () => {
  const local = process.env.LOCAL_STORE_URL ?? "";
  const headers = { authorization: `Bearer ${shop.token("1")}` };
  expect(await allowedOrigin(local, { headers })).toMatchObject({ status: 200, origin: local });
  expect(await allowedOrigin(SHOPIFY, { headers })).toMatchObject({ status: 200, origin: null });
});

test("the server says what the block shows, and what the person may do", async () => {
  const calls = await signedInCalls(shop);
  const id = await registerStudent(shop.localStore, { name: "Bea Block" });
  await refreshMirror([id]);
  const block = () => calls.person.block({ id: String(id) });
  const move = (label: string, addTag: string) => ({ label, addTag });
  const pending = { registration: "student", status: "Pending", statusTag: "Pending" };
  expect(await block()).toMatchObject({
    registrations: [
      { ...pending, moves: [move("Approve", "Approved"), move("Reject", "Disabled")], mayAsk: true },
    ],
    credit: { balance: "$0.00", inProgress: null },
    requests: [],
  });
  await calls.questions.ask({ ids: { id: String(id) }, text: "Which school?" });
  expect(await block()).toMatchObject({
    registrations: [
      {
        status: "Needs information",
        mayAsk: false,
        question: { text: "Which school?", by: "Olivia Owner", isAnswered: false },
      },
    ],
    requests: [{ title: "Your registration as a student" }],
  });
  // Not any longer when someone approves them in the Shopify admin.
  await addTags(shop.localStore.store, DEMO, id, ["Approved"]);
  await removeTags(shop.localStore.store, DEMO, id, ["Pending"]);
  expect(await block()).toMatchObject({
    registrations: [{ status: "Approved", moves: [move("Reject", "Disabled")], question: null }],
  });

  await signedInCalls(shop, "2");
  await grantAccess("2", ["showCredits"]);
  const creditOnly = await signedInCalls(shop, "2");
  expect(await creditOnly.person.block({ id: String(id) })).toMatchObject({
    registrations: [],
    credit: { balance: "$0.00" },
    requests: [],
  });
  await grantAccess("2", ["showStudents"]);
  const studentsOnly = await signedInCalls(shop, "2");
  const { registrations, credit } = await studentsOnly.person.block({ id: String(id) });
  expect([registrations.length, credit]).toEqual([1, null]);
});
