import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiServer, openApiServer } from "../../guarantees/support/api-server.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let api: ApiServer;
let headers: Record<string, string>;

beforeAll(async () => {
  shop = await openTestShop("hostile");
  api = await openApiServer();
  headers = { authorization: `Bearer ${shop.token("1")}`, "content-type": "application/json" };
  await signIn([shop.token("1")]);
  const people = [
    { name: "Ann Plain" },
    { name: "Rich Person", tags: ["UserType:Student", "Pending", "amount_spent:99999999999999999999"] },
    { name: `Long ${"長".repeat(250)}`, email: "long@students.example" },
  ];
  const ids: number[] = [];
  for (const person of people) ids.push(await registerStudent(shop.localStore, person));
  await refreshMirror(ids);
});
afterAll(async () => {
  await api.close();
  await shop.close();
});

const get = (path: string) => api.send(path, { headers });
const post = (path: string, body: unknown = {}) =>
  api.send(path, { method: "POST", headers, body: JSON.stringify(body) });
const rowsIn = (body: Record<string, unknown> | undefined) => body?.rows as Record<string, unknown>[];

describe("a NUL character, which the database can't store", () => {
  test.each([
    ["a search", () => post("/students/pending", { searchValue: "a\0b" }), "searchValue"],
    ["half a character", () => post("/students/pending", { searchValue: "a\ud800" }), "searchValue"],
    ["a status in the path", () => post("/students/%00"), "status"],
    ["a cursor", () => post("/students/pending?last_id=%00"), "last_id"],
    ["a search of the activity", () => get("/activity?search=%00"), "search"],
    ["a person of the activity", () => get("/activity?person=%00"), "person"],
    ["a record's id in the path", () => get("/activity/customer/%00"), "subjectId"],
    ["the name of a view", () => post("/views/students", { name: "a\0", query: "" }), "name"],
    [
      "an operation's id",
      () =>
        api.send("/customers", {
          method: "PUT",
          headers,
          body: JSON.stringify({
            ids: { id: "1" },
            removeTag: "Pending",
            addTag: "Approved",
            operationId: "12345678\0",
          }),
        }),
      "operationId",
    ],
    [
      "a label in a list",
      () =>
        post("/customers/decisions", {
          registration: "student",
          customers: [{ id: "gid://shopify/Customer/1", label: "\0" }],
          removeTag: "Pending",
          addTag: "Approved",
        }),
      "customers.0.label",
    ],
  ])("in %s is 400 and names the field", async (_what, send, field) => {
    const { status, body } = await send();
    expect([status, body?.code]).toEqual([400, "BAD_REQUEST"]);
    expect(Object.keys(body?.fieldErrors as object)).toEqual([field]);
    expect(body?.msg).toContain("U+0000");
  });
});

test("a cursor with another position is refused before it reaches the database", async () => {
  const { body } = await post("/students/pending?pageSize=1");
  const cursor = String(body?.nextCursor);
  const next = await post(`/students/pending?pageSize=1&direction=next&last_id=${cursor}`);
  expect(rowsIn(next.body)).toHaveLength(1);
  const [text = "", mark = ""] = cursor.split(".");
  const [owner] = JSON.parse(Buffer.from(text, "base64url").toString()) as string[];
  const forged = Buffer.from(JSON.stringify([owner, "x", "1"])).toString("base64url");
  for (const last_id of [`${forged}.${mark}`, forged, "x", ""]) {
    const { status, body } = await post(`/students/pending?direction=next&last_id=${last_id}`);
    expect([status, body?.msg]).toEqual([400, expect.stringContaining("damaged")]);
  }
});

test.each(["direction=&last_id=", "last_id=&sort="])(
  "the empty parameters of %j are the same as none",
  async (query) => {
    const { status, body } = await post(`/students/pending?pageSize=1&${query}`);
    expect(status).toBe(200);
    expect(rowsIn(body)).toEqual(rowsIn((await post("/students/pending?pageSize=1")).body));
  },
);

test("an empty idempotency key is refused", async () => {
  const people = [{ email: "ann@x.example" }];
  const { status, body } = await post("/events/invites/users/1?operationId=", people);
  expect([status, body?.fieldErrors]).toEqual([400, { operationId: expect.any(String) }]);
});

test.each(["createdAt desc AAA1", "createdAt  desc", "createdAt desc ", "createdAt DESC", "name asc, 1"])(
  "the order %j is 400",
  async (sort) => {
    const { status, body } = await post(`/students/pending?sort=${encodeURIComponent(sort)}`);
    expect([status, body?.msg]).toEqual([400, expect.stringContaining("can't be sorted by")]);
  },
);

test("a tag with an absurd amount doesn't break the page, which shows Shopify's amount", async () => {
  const { status, body } = await post("/students/pending", { searchValue: "rich" });
  expect(status).toBe(200);
  expect(rowsIn(body)).toMatchObject([{ displayName: "Rich Person", amountSpentCents: 0 }]);
});

test("paging continues past the longest name", async () => {
  const names: unknown[] = [];
  let cursor: unknown = null;
  do {
    const page = cursor ? `&direction=next&last_id=${cursor}` : "";
    const { status, body } = await post(`/students/pending?pageSize=1&sort=name+desc${page}`);
    expect(status).toBe(200);
    names.push(...rowsIn(body).map(({ displayName }) => String(displayName).split(" ")[0]));
    cursor = body?.nextCursor;
  } while (cursor);
  expect(names).toEqual(["Rich", "Long", "Ann"]);
});

test("a day before the year 1000 is refused, and the last possible day is accepted", async () => {
  const on = (searchValue: string) => post("/students/pending", { searchType: "Date", searchValue });
  expect(await on("26-12-0021")).toMatchObject({
    status: 400,
    body: { msg: expect.stringContaining("isn't a valid date") },
  });
  expect((await on("31-12-9999")).status).toBe(200);
  expect((await on("01-01-1000")).status).toBe(200);
});

test("no response is cacheable, neither data nor errors", async () => {
  const answers = await Promise.all([
    fetch(`${api.url}/students/pending`, { method: "POST", headers, body: "{}" }),
    fetch(`${api.url}/jobs`, { headers }),
    fetch(`${api.url}/jobs/x`, { headers }),
    fetch(`${api.url}/jobs`),
    fetch(`${api.url}/openapi.json`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 401, 200]);
  for (const answer of answers) {
    expect(answer.headers.get("cache-control")).toBe("no-store");
    await answer.body?.cancel();
  }
});
