import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  addTags,
  createCustomer,
  deleteCustomer,
  removeTags,
  updateCustomer,
} from "../../../local-store/data/customers.ts";
import { issueAccessToken } from "../../../local-store/data/shops.ts";
import { installApp, triggerCompliance, uninstallApp } from "../../../local-store/webhooks/installation.ts";
import { API_KEY, type RunningStore, SECRET, SHOP, startStore } from "./support/running-store.ts";

let running: RunningStore;
beforeAll(async () => {
  running = await startStore();
});
beforeEach(() => {
  running.received.length = 0;
  running.appStatus = 200;
  running.store.faults.reset(SHOP);
});
afterAll(() => running?.close());

let people = 0;
async function createTaggedCustomer(tags: string[] = []): Promise<number> {
  people += 1;
  const { customer } = await createCustomer(running.store, SHOP, {
    firstName: "W",
    email: `w${people}@example.com`,
    tags,
  });
  return customer?.id ?? 0;
}

const topics = () => running.received.map(({ headers }) => headers["x-shopify-topic"]).sort();

test("each change sends its topics with a signature of the raw body", async () => {
  const id = await createTaggedCustomer(["Pending"]);
  await addTags(running.store, SHOP, id, ["Approved", "pending"]);
  await removeTags(running.store, SHOP, id, ["Pending"]);
  await updateCustomer(running.store, SHOP, id, { note: "ü" });
  await deleteCustomer(running.store, SHOP, id);
  await running.dispatcher.deliverDue();
  expect(topics()).toEqual([
    "customer.tags_added",
    "customer.tags_added",
    "customer.tags_removed",
    "customers/create",
    "customers/delete",
    "customers/update",
    "customers/update",
    "customers/update",
  ]);
  for (const { headers, body } of running.received) {
    expect(headers["x-shopify-hmac-sha256"]).toBe(createHmac("sha256", SECRET).update(body).digest("base64"));
    expect(headers).toMatchObject({
      "x-shopify-shop-domain": SHOP,
      "x-shopify-api-version": "2026-10",
      "x-shopify-triggered-at": "2026-10-05T12:00:00.000Z",
      "x-shopify-webhook-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "x-shopify-event-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  }
  const bodyOf = (topic: string) =>
    JSON.parse(
      running.received.filter(({ headers }) => headers["x-shopify-topic"] === topic).at(-1)?.body ?? "",
    );
  expect(bodyOf("customers/create")).toMatchObject({
    id,
    state: "disabled",
    first_name: "W",
    created_at: "2026-10-05T12:00:00Z",
    admin_graphql_api_id: `gid://shopify/Customer/${id}`,
  });
  // Since 2025-01 a customer's body has no tags, which have separate topics.
  expect(bodyOf("customers/create")).not.toHaveProperty("tags");
  expect(bodyOf("customer.tags_removed")).toEqual({
    customerId: `gid://shopify/Customer/${id}`,
    tags: ["Pending"],
    occurredAt: "2026-10-05T12:00:00.000Z",
  });
});

test("adding an existing tag changes nothing and sends no webhook", async () => {
  const id = await createTaggedCustomer(["Pending"]);
  await running.dispatcher.deliverDue();
  running.received.length = 0;
  await addTags(running.store, SHOP, id, ["PENDING"]);
  await running.dispatcher.deliverDue();
  expect(running.received).toEqual([]);
});

test("a failed delivery is retried with the same id and fails after eight retries", async () => {
  running.appStatus = 500;
  const id = await createTaggedCustomer();
  expect(await running.dispatcher.deliverDue()).toBe(1);
  expect(await running.dispatcher.deliverDue()).toBe(0);
  running.clock.advance(5_000);
  expect(await running.dispatcher.deliverDue()).toBe(1);
  const ids = running.received.map(({ headers }) => headers["x-shopify-webhook-id"]);
  expect(new Set(ids).size).toBe(1);
  for (let hour = 0; hour < 12; hour += 1) {
    running.clock.advance(3_600_000);
    await running.dispatcher.deliverDue();
  }
  expect(running.received).toHaveLength(9);
  const { rows } = await running.store.pool.query(
    "SELECT status, attempts, response_status FROM webhook_deliveries WHERE body LIKE $1",
    [`%${id}%`],
  );
  expect(rows).toEqual([{ status: "failed", attempts: 9, response_status: 500 }]);
});

test("the knobs lose, duplicate, and reorder webhooks", async () => {
  const { store, dispatcher, clock } = running;
  store.faults.set(SHOP, { webhookLost: 1 });
  await createTaggedCustomer();
  expect(await dispatcher.deliverDue()).toBe(0);
  store.faults.set(SHOP, { webhookLost: 0, webhookDuplicated: 1 });
  await createTaggedCustomer();
  await dispatcher.deliverDue();
  const ids = running.received.map(({ headers }) => headers["x-shopify-webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);

  running.received.length = 0;
  store.faults.set(SHOP, { webhookDuplicated: 0, webhookReordered: 1 });
  const first = await createTaggedCustomer();
  store.faults.set(SHOP, { webhookReordered: 0 });
  const second = await createTaggedCustomer();
  await dispatcher.deliverDue();
  clock.advance(3_000);
  await dispatcher.deliverDue();
  expect(running.received.map(({ body }) => JSON.parse(body).id)).toEqual([second, first]);
});

test("an app can subscribe to a topic, and subscriptions from its file aren't returned", async () => {
  const create = `mutation Sub($topic: WebhookSubscriptionTopic!, $sub: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $sub) {
      webhookSubscription { id topic uri includeFields apiVersion { handle } } userErrors { message } } }`;
  const { rows } = await running.store.pool.query<{ url: string }>("SELECT url FROM apps");
  const variables = {
    topic: "CUSTOMERS_CREATE",
    sub: { uri: `${rows[0]?.url}/webhooks`, includeFields: ["id"] },
  };
  const { data } = await running.call(create, variables);
  const { id } = data.webhookSubscriptionCreate.webhookSubscription;
  expect(
    (await running.call(create, variables)).data.webhookSubscriptionCreate.userErrors[0].message,
  ).toContain("already been taken");
  const listed = await running.call("{ webhookSubscriptions(first: 10) { nodes { id topic } } }");
  expect(listed.data.webhookSubscriptions.nodes).toEqual([{ id, topic: "CUSTOMERS_CREATE" }]);
  const customer = await createTaggedCustomer();
  await running.dispatcher.deliverDue();
  expect(
    running.received.map(({ body }) => Object.keys(JSON.parse(body)).length).sort((a, b) => a - b)[0],
  ).toBe(1);
  expect(running.received.map(({ body }) => JSON.parse(body).id)).toEqual([customer, customer]);
  const events = running.received.map(({ headers }) => headers["x-shopify-event-id"]);
  expect(new Set(events).size).toBe(1);
  const gone = await running.call(
    "mutation D($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { message } } }",
    { id },
  );
  expect(gone.data.webhookSubscriptionDelete).toEqual({ deletedWebhookSubscriptionId: id, userErrors: [] });
});

test("updating an installation also updates the scopes of existing tokens", async () => {
  const { token } = await issueAccessToken(running.store, SHOP, {
    apiKey: API_KEY,
    scopes: ["read_customers"],
  });
  const orders = () => running.call("{ orders(first: 1) { nodes { id } } }", {}, token);
  expect((await orders()).errors?.[0]?.extensions?.code).toBe("ACCESS_DENIED");
  await installApp(running.store, SHOP, running.app);
  expect((await orders()).errors).toBeUndefined();
});

test("after uninstalling, tokens are invalid and only compliance topics are sent", async () => {
  const { token } = await issueAccessToken(running.store, SHOP, {
    apiKey: API_KEY,
    scopes: ["read_customers"],
  });
  await uninstallApp(running.store, SHOP, API_KEY);
  await createTaggedCustomer();
  await triggerCompliance(running.store, SHOP, "customers/redact", {
    id: 7,
    email: "a@example.com",
    phone: null,
  });
  await triggerCompliance(running.store, SHOP, "shop/redact");
  await running.dispatcher.deliverDue();
  expect(topics()).toEqual(["app/uninstalled", "customers/redact", "shop/redact"]);
  const redact = running.received.find(({ headers }) => headers["x-shopify-topic"] === "customers/redact");
  expect(JSON.parse(redact?.body ?? "")).toEqual({
    shop_id: expect.any(Number),
    shop_domain: SHOP,
    customer: { id: 7, email: "a@example.com", phone: null },
    orders_to_redact: [],
  });
  expect((await running.call("{ shop { name } }", {}, token)).errors).toContain("Invalid API key");
  await expect(triggerCompliance(running.store, SHOP, "customers/redact")).rejects.toThrow(
    "requires a customer",
  );
});
