import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type ApiServer, openApiServer } from "../../guarantees/support/api-server.ts";
import { contractCalls } from "../../support/contract-calls.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let api: ApiServer;
let owner: Record<string, string>;

beforeAll(async () => {
  shop = await openTestShop("errors");
  api = await openApiServer();
  owner = { authorization: `Bearer ${shop.token("1")}`, "content-type": "application/json" };
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await api.close();
  await shop.close();
});

const post = (path: string, body: string, headers = owner) =>
  api.send(path, { method: "POST", headers, body });

test.each([
  ["text that is no JSON", "{searchValue:"],
  ["nothing but a bracket", "["],
])("%s as a body is 400 with a message", async (_what, body) => {
  const answer = await post("/students/pending", body);
  expect(answer).toMatchObject({ status: 400, body: { status: false, code: "BAD_REQUEST" } });
  expect(answer.body?.msg).toMatch(/^[A-Z].{15,}\.$/);
});

test.each([
  ["a list instead of an object", "[]", /body/],
  ["a text instead of an object", '"x"', /body/],
  ["a wrong type", '{"searchValue":7}', /searchValue/],
  ["a search type that does not exist", '{"searchType":"Phone"}', /searchType: must be Email or Date/],
  ["a search of 61 characters", JSON.stringify({ searchValue: "x".repeat(61) }), /at most 60 characters/],
])("%s is 400 and names the field", async (_what, body, message) => {
  const answer = await post("/students/pending", body);
  expect(answer).toMatchObject({ status: 400, body: { status: false, code: "BAD_REQUEST" } });
  expect(answer.body?.msg).toMatch(message);
  expect(answer.body?.errMsg).toBe(answer.body?.msg);
  expect(answer.body?.fieldErrors).toEqual(expect.any(Object));
});

test("a body over 10 MB is 413, in the same form", async () => {
  const answer = await post(
    "/students/pending",
    JSON.stringify({ searchValue: "x".repeat(11 * 1024 * 1024) }),
  );
  expect(answer.status).toBe(413);
  expect(Object.keys(answer.body ?? {})).toEqual(["status", "msg", "errMsg", "code"]);
  expect(answer.body?.msg).toMatch(/10 MB/);
});

test.each([
  ["GET", "/nothing/here"],
  ["DELETE", "/students/pending"],
  ["GET", "/"],
  ["POST", "/students/pending/more"],
])("%s %s isn't a call: 404", async (method, path) => {
  const answer = await api.send(path, { method, headers: owner });
  expect(answer).toMatchObject({ status: 404, body: { status: false, code: "NOT_FOUND" } });
  expect(answer.body?.msg).toContain("There is no such call");
});

test("a fault is 500 with a reference and no detail", async () => {
  const { database } = await import("~/platform/db/pool.server");
  const connect = database().connect.bind(database());
  await api.send("/students/counts", { headers: owner });
  // The caller is looked up with `query`. The call's own transaction uses `connect`.
  const spy = vi.spyOn(database(), "connect").mockImplementation(() => {
    throw new Error("relation customers_of_ann@secret.example is on fire");
  });
  const answer = await post("/students/pending", "{}");
  spy.mockImplementation(connect);
  expect(answer.status).toBe(500);
  expect(Object.keys(answer.body ?? {})).toEqual(["status", "msg", "errMsg", "code", "reference"]);
  expect(answer.body).toMatchObject({
    status: false,
    code: "INTERNAL_SERVER_ERROR",
    reference: expect.stringMatching(/^[0-9a-f]{8}$/),
  });
  expect(answer.body?.msg).toContain(String(answer.body?.reference));
  expect(answer.text).not.toMatch(/fire|relation|secret/);
});

test("a first visit while Shopify signs no one in is 503 with a time to try again, and signs in later", async () => {
  const headers = { authorization: `Bearer ${shop.token("2")}` };
  vi.spyOn(shop.localStore.store.pool, "query").mockRejectedValue(new Error("The store is down."));
  const response = await fetch(`${api.url}/students/counts`, { headers });
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("30");
  expect(await response.json()).toMatchObject({ status: false, code: "SIGN_IN_UNAVAILABLE" });
  vi.restoreAllMocks();
  expect((await api.send("/students/counts", { headers })).status).toBe(403);
});

test("/api/openapi.json lists every call with the specification's method and path", async () => {
  const { status, body } = await api.send("/openapi.json");
  expect(status).toBe(200);
  const paths = body?.paths as Record<string, Record<string, unknown>>;
  for (const { name, method, path } of await contractCalls()) {
    expect(paths[path]?.[method.toLowerCase()], `${name}: ${method} ${path}`).toBeDefined();
  }
  expect(paths["/students/{status}"]).toHaveProperty("post");
  expect(paths["/customer/{id}"]).toHaveProperty("get");
  expect(paths["/customers"]).toHaveProperty("put");
  expect(body?.servers).toEqual([{ url: "/api" }]);
});
