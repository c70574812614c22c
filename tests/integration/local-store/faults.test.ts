import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readAccounts } from "../../../local-store/credit/accounts.ts";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { findCustomer } from "../../../local-store/data/find-customers.ts";
import { type RunningStore, SHOP, startStore } from "./support/running-store.ts";

let running: RunningStore;
let id: number;
beforeAll(async () => {
  running = await startStore();
});
beforeEach(async () => {
  await setKnobs({ reset: true });
  const { customer } = await createCustomer(running.store, SHOP, { firstName: "F" });
  id = customer?.id ?? 0;
});
afterAll(() => running?.close());

const ADD =
  "mutation Approve($id: ID!, $tags: [String!]!) { tagsAdd(id: $id, tags: $tags) { node { id } userErrors { field message } } }";

async function setKnobs(change: Record<string, unknown>): Promise<Response> {
  return fetch(`${running.url}/__faults`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ shop: SHOP, ...change }),
  });
}

async function counters() {
  const response = await fetch(`${running.url}/__counters?shop=${SHOP}`);
  return (await response.json()) as Record<string, Record<string, unknown>>;
}

const add = (tag: string) =>
  running.post(
    JSON.stringify({ query: ADD, variables: { id: `gid://shopify/Customer/${id}`, tags: [tag] } }),
  );
const tags = async () => (await findCustomer(running.store.pool, SHOP, id))?.tags;

test("latency delays responses until the knobs are reset", async () => {
  await setKnobs({ knobs: { latencyMs: 60_000 } });
  const late = add("Late");
  await expect.poll(async () => (await counters()).requests?.Approve).toBe(1);
  expect(await tags()).toEqual([]);
  await setKnobs({ reset: true });
  expect((await late).status).toBe(200);
  expect(await tags()).toEqual(["Late"]);
});

test("faults before execution change nothing", async () => {
  await setKnobs({ knobs: { throttled: 1 } });
  const throttled = await add("A");
  expect(throttled.status).toBe(200);
  expect(await throttled.json()).toMatchObject({
    errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }],
  });
  await setKnobs({ knobs: { throttled: 0, tooManyRequests: 1 } });
  const tooMany = await add("A");
  expect([tooMany.status, tooMany.headers.get("retry-after")]).toEqual([429, "1.0"]);
  await setKnobs({ knobs: { tooManyRequests: 0, serverError: 1 } });
  expect((await add("A")).status).toBeGreaterThanOrEqual(500);
  await setKnobs({ knobs: { serverError: 0, denied: 1 } });
  expect(await (await add("A")).json()).toMatchObject({
    errors: [{ extensions: { code: "ACCESS_DENIED" } }],
  });
  await setKnobs({ knobs: { denied: 0, userError: 1 } });
  const body = await (await add("A")).json();
  expect(body).toMatchObject({
    data: { tagsAdd: { node: null, userErrors: [{ message: expect.stringContaining("try again") }] } },
  });
  expect(await tags()).toEqual([]);
  expect(await counters()).toMatchObject({
    requests: { Approve: 5 },
    applied: {},
    faults: { throttled: 1, tooManyRequests: 1, serverError: 1, userError: 1 },
  });
});

test("faults after the commit apply the change once", async () => {
  await setKnobs({ knobs: { cutAfterCommit: 1 } });
  await expect(add("Cut")).rejects.toThrow();
  await setKnobs({ knobs: { cutAfterCommit: 0, timeoutAfterCommit: 1 } });
  expect((await add("Late")).status).toBe(504);
  await setKnobs({ knobs: { timeoutAfterCommit: 0 } });
  expect((await add("late")).status).toBe(200);
  expect(await tags()).toEqual(["Cut", "Late"]);
  expect(await counters()).toMatchObject({
    applied: { tagsAdd: { [id]: 3 } },
    effective: { tagsAdd: { [id]: 2 } },
  });
});

test("a connection closed before commit changes nothing, and a partly denied response was applied", async () => {
  await setKnobs({ knobs: { cutBeforeCommit: 1 } });
  await expect(add("Never")).rejects.toThrow();
  await setKnobs({ knobs: { cutBeforeCommit: 0, deniedAfterCommit: 1 } });
  expect(await (await add("Denied")).json()).toMatchObject({
    data: { tagsAdd: { node: null, userErrors: [] } },
    errors: [{ path: ["tagsAdd", "node"], extensions: { code: "ACCESS_DENIED" } }],
  });
  expect(await tags()).toEqual(["Denied"]);
});

test("an operation's knobs affect only that operation: store credit is applied, and its response is lost", async () => {
  await setKnobs({ operations: { StoreCreditCredit: { cutAfterCommit: 1 }, Approve: { serverError: 0 } } });
  await setKnobs({ knobs: { serverError: 1 }, operations: { StoreCreditCredit: { serverError: 0 } } });
  const credit = () =>
    running.post(
      JSON.stringify({
        query: `mutation StoreCreditCredit($id: ID!, $input: StoreCreditAccountCreditInput!) {
          storeCreditAccountCredit(id: $id, creditInput: $input) { userErrors { code } } }`,
        variables: {
          id: `gid://shopify/Customer/${id}`,
          input: { creditAmount: { amount: "5.00", currencyCode: "USD" } },
        },
      }),
    );
  await expect(credit()).rejects.toThrow();
  expect((await add("Approved")).status).toBe(200);
  await setKnobs({ reset: true });
  expect((await credit()).status).toBe(200);
  const [account] = await readAccounts(running.store, SHOP, [id]);
  expect(account?.balance_cents).toBe(1000);
});

test("the same seed injects the same faults", async () => {
  const draws = async () => {
    await setKnobs({ reset: true, seed: 42, knobs: { serverError: 0.3, throttled: 0.3 } });
    const outcomes: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      const response = await add("Seed");
      outcomes.push(`${response.status} ${(await response.text()).includes("THROTTLED")}`);
    }
    return outcomes;
  };
  const first = await draws();
  expect(new Set(first).size).toBeGreaterThan(2);
  expect(await draws()).toEqual(first);
});

test("an unknown knob, a rate above 1, and an unknown shop are refused", async () => {
  expect((await setKnobs({ knobs: { nonsense: 1 } })).status).toBe(400);
  const tooBig = await setKnobs({ knobs: { throttled: 2 } });
  expect(tooBig.status).toBe(400);
  expect(await tooBig.text()).toContain("throttled");
  expect((await setKnobs({ shop: "other.myshopify.com" })).status).toBe(404);
});
