import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { application } from "../../../local-store/config.ts";
import { signProxyParameters } from "../../../local-store/storefront/sign-proxy-parameters.ts";
import { signBody } from "../../../local-store/webhooks/sign-body.ts";
import { type ApiServer, openApiServer } from "../../guarantees/support/api-server.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { deliver } from "../../guarantees/support/webhooks.ts";
import { app } from "../../support/app.ts";
import { contractCalls } from "../../support/contract-calls.ts";
import { type Subject, UNKNOWN_RECORDS } from "../../support/example-requests.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let api: ApiServer;
beforeAll(async () => {
  shop = await openTestShop("unexpected_bodies");
  api = await openApiServer();
  await signIn([shop.token("1")]);
});
afterAll(async () => {
  await api.close();
  await shop.close();
});

describe("a signed webhook", () => {
  test.each([[null], [[]], ["text"], [7], [true]])("with the body %j is 400", async (payload) => {
    expect(await deliver({ shop: DEMO, topic: "customers/update", payload })).toBe(400);
  });

  test("whose body isn't JSON is 400", async () => {
    const forged = { body: "{", signature: signBody("{", application.apiSecret) };
    expect(await deliver({ shop: DEMO, topic: "customers/update", payload: {}, forged })).toBe(400);
  });

  test.each(["evil.example", "BACKROOM-DEMO.myshopify.com'", "x"])(
    "of the shop %j is 400",
    async (domain) => {
      expect(await deliver({ shop: domain, topic: "customers/update", payload: {} })).toBe(400);
    },
  );

  // Nothing in these is a record, so no topic has an effect that the next one would miss.
  const topics = app.topics.filter((topic) => !/UNINSTALLED|SHOP_REDACT/.test(topic));
  test.each(topics)("%s with unexpected fields isn't a fault", async (topic) => {
    const wireName = topic.toLowerCase().replace("_", "/");
    for (const payload of [
      {},
      { id: "x" },
      { id: [] },
      { id: 1e30, email: 7, tags: "a", customer: 5, line_items: 7, variants: "x" },
      { admin_graphql_api_id: 5, updated_at: "junk", tags: [1] },
      { id: 4711, updated_at: "junk", customer: { id: "x", email: {} }, tags: {} },
      { id: "9223372036854775808", customer: { id: "9223372036854775808" }, updated_at: "2026-01-01" },
      { customer: {}, payment_gateway_names: "x", transactions: 7, order_id: 1e30 },
      { id: 4711, orders_to_redact: "x", data_request: 7, customer: null, variants: [null], tags: [null] },
    ])
      expect(await deliver({ shop: DEMO, topic: wireName, payload }), JSON.stringify(payload)).toBeLessThan(
        500,
      );
  });
});

describe("a signed request of the app proxy", () => {
  const addressFor = (parameters: Record<string, string>) =>
    `http://localhost:3000/proxy/giveaway/x?${new URLSearchParams({
      ...parameters,
      signature: signProxyParameters(parameters, application.apiSecret),
    })}`;
  const timestamp = () => String(Math.floor(Date.now() / 1000));
  const answer = async (url: string, init?: RequestInit) => {
    const route = await import("~/routes/proxy.giveaway.$key");
    const args = { request: new Request(url, init), params: { key: "x" }, context: { app } };
    return (init ? await route.action(args) : await route.loader(args)).status;
  };

  test.each<[Record<string, string>]>([[{}], [{ shop: "evil.example" }], [{ shop: "" }]])(
    "for %j is 400",
    async (parameters) => {
      expect(await answer(addressFor({ ...parameters, timestamp: timestamp() }))).toBe(400);
    },
  );

  test.each([
    ["application/json", "{"],
    ["multipart/form-data; boundary=x", "--x\r\nbroken"],
    ["text/plain", "firstName=Ann"],
  ])("with the body %s %j is 4xx", async (type, body) => {
    const url = addressFor({ shop: DEMO, timestamp: timestamp() });
    const status = await answer(url, { method: "POST", headers: { "content-type": type }, body });
    expect([400, 404]).toContain(status);
  });
});

test.each(["9223372036854775808", "99999999999999999999999", "2147483648"])(
  "no call fails with a fault for an id beyond the database's range: %s",
  async (huge) => {
    const subject = Object.fromEntries(
      Object.entries(UNKNOWN_RECORDS).map(([name, value]) => [
        name,
        typeof value === "number" || name === "administratorId" ? huge : value,
      ]),
    ) as unknown as Subject;
    for (const call of await contractCalls()) {
      const { status } = await api.make(call, subject, shop.token("1"));
      expect(status, `${call.method} ${call.path} with ${huge}`).not.toBe(500);
    }
  },
);
