import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DEMO, startTestStore } from "./running-store.ts";

let store: Awaited<ReturnType<typeof startTestStore>>;
const KEY = "agora-local-backroom-demo";

beforeAll(async () => {
  store = await startTestStore();
});
afterEach(() => void store.store.faults.reset(DEMO));
afterAll(() => store.dispose());

const user = (externalId: string, changes: object = {}) => ({
  external_id: externalId,
  version: 1,
  user_types: ["student"],
  email: "ann@students.example",
  first_name: "Ann",
  last_name: "Lee",
  phone: "",
  country: "US",
  school: "Northside",
  course: "",
  state: "",
  start_date: "",
  end_date: "",
  crm_id: "",
  as400_id: "",
  linked_distributor: "",
  distributor_name: "",
  email_policy_consent: true,
  privacy_policy_consent: true,
  ...changes,
});

async function post(
  body: object,
  { key = KEY, idempotencyKey = "k" }: { key?: string; idempotencyKey?: string } = {},
) {
  const response = await fetch(`${store.url}/agora/users`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { id?: string; message?: string } };
}

interface Known {
  users: { external_id: string; version: number; changes: number; person: { school: string } }[];
}
async function findUser(externalId: string) {
  const response = await fetch(`${store.url}/agora.json?shop=${DEMO}`);
  const { users } = (await response.json()) as Known;
  return users.find(({ external_id }) => external_id === externalId);
}

test("rejects requests without a valid API key", async () => {
  expect(await post(user("1"), { key: "other" })).toMatchObject({ status: 401 });
});

test.each([
  ["no idempotency key", user("2"), "", 400],
  ["a field that it does not know", user("2", { extra: 1 }), "a", 422],
  ["an address that is none", user("2", { email: "ann" }), "b", 422],
  ["a version below 1", user("2", { version: 0 }), "c", 422],
])("refuses %s with a reason, and takes nothing over", async (_what, body, idempotencyKey, status) => {
  const answer = await post(body, { idempotencyKey });
  expect(answer).toMatchObject({ status, body: { message: expect.any(String) } });
  expect(await findUser("2")).toBeUndefined();
});

test("replays idempotency keys, rejects them with a different body, and ignores older versions", async () => {
  const first = await post(user("3"), { idempotencyKey: "three-1" });
  expect(first.status).toBe(201);
  expect(await post(user("3"), { idempotencyKey: "three-1" })).toEqual({ ...first, status: 200 });
  expect(await post(user("3", { school: "x" }), { idempotencyKey: "three-1" })).toMatchObject({
    status: 409,
  });
  await post(user("3", { version: 3, school: "Southside" }), { idempotencyKey: "three-3" });
  await post(user("3", { version: 2, school: "Late" }), { idempotencyKey: "three-2" });
  expect(await findUser("3")).toMatchObject({ version: 3, changes: 2, person: { school: "Southside" } });
});

test("injects server errors before execution, timeouts after execution, and refusals with a reason", async () => {
  const { faults } = store.store;
  faults.set(DEMO, { agoraServerError: 1 });
  const failed = await fetch(`${store.url}/agora/users`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${KEY}`,
      "content-type": "application/json",
      "idempotency-key": "four",
    },
    body: JSON.stringify(user("4")),
  });
  expect([failed.status, await findUser("4")]).toEqual([503, undefined]);
  faults.set(DEMO, { agoraServerError: 0, agoraTimeoutAfterCommit: 1 });
  await expect(post(user("4"), { idempotencyKey: "four" })).rejects.toThrow();
  expect(await findUser("4")).toMatchObject({ changes: 1 });
  faults.set(DEMO, { agoraTimeoutAfterCommit: 0, agoraRefused: 1 });
  expect(await post(user("5"), { idempotencyKey: "five" })).toMatchObject({ status: 422 });
});

test("shows escaped users and requests on its page", async () => {
  await post(user("6", { first_name: "<b>Bea</b>" }), { idempotencyKey: "six" });
  const page = await (await fetch(`${store.url}/store/backroom-demo/agora`)).text();
  expect(page).toContain("&lt;b&gt;Bea&lt;/b&gt;");
  expect(page).toContain("six");
  expect(page).toContain(KEY);
});
