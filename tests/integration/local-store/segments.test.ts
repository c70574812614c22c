/** The numbers of members of segments. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertCustomersInBulk } from "../../../local-store/data/bulk-insert.ts";
import { setConsent } from "../../../local-store/data/customers.ts";
import { upsertShop } from "../../../local-store/data/shops.ts";
import { type RunningStore, SHOP, START, startStore } from "./support/running-store.ts";

const OTHER = "engine-other.myshopify.com";
const SUBSCRIBED = { marketingState: "SUBSCRIBED" };

let running: RunningStore;
beforeAll(async () => {
  running = await startStore();
  const created_at = new Date(START);
  const consent = { state: "SUBSCRIBED", optInLevel: "SINGLE_OPT_IN", updatedAt: null } as const;
  await insertCustomersInBulk(running.store, SHOP, [
    {
      id: 1,
      email: "a@x.example",
      phone: "+12005550101",
      tags: ["AIC", "B"],
      email_marketing: consent,
      sms_marketing: consent,
      created_at,
    },
    { id: 2, email: "b@x.example", tags: ["aic"], created_at },
    { id: 3, email: "c@x.example", tags: ["AICx"], email_marketing: consent, created_at },
    {
      id: 4,
      first_name: "No address",
      tags: [],
      email_marketing: consent,
      sms_marketing: consent,
      created_at,
    },
    { id: 5, phone: "+12005550105", created_at, sms_marketing: { ...consent, state: "UNSUBSCRIBED" } },
  ]);
  await upsertShop(running.store, {
    domain: OTHER,
    name: "Other",
    email: "owner@engine-other.example",
    currency: "EUR",
    ianaTimezone: "Europe/Berlin",
    plan: "BASIC",
    staff: [],
  });
  await insertCustomersInBulk(running.store, OTHER, [{ email: "a@x.example", tags: ["AIC"], created_at }]);
});
afterAll(() => running?.close());

const COUNTS = `query Counts($tagged: String!, $untagged: String!, $email: String!, $sms: String!, $both: String!) {
  tagged: customerSegmentMembers(first: 1, query: $tagged) { totalCount }
  untagged: customerSegmentMembers(first: 1, query: $untagged) { totalCount }
  email: customerSegmentMembers(first: 1, query: $email) { totalCount }
  sms: customerSegmentMembers(first: 1, query: $sms) { totalCount }
  both: customerSegmentMembers(first: 1, query: $both) { totalCount }
}`;
const QUERIES = {
  tagged: "customer_tags CONTAINS 'AIC'",
  untagged: "customer_tags NOT CONTAINS 'AIC'",
  email: "email_subscription_status = 'SUBSCRIBED'",
  sms: "sms_subscription_status = 'SUBSCRIBED'",
  both: "customer_tags NOT CONTAINS 'AIC' AND email_subscription_status = 'SUBSCRIBED'",
};

async function counts(): Promise<Record<string, number>> {
  const { data, errors } = await running.call(COUNTS, QUERIES);
  expect(errors).toBeUndefined();
  return Object.fromEntries(Object.keys(QUERIES).map((name) => [name, data[name].totalCount]));
}

test("a segment has the shop's customers that match all of its conditions, as they are now", async () => {
  expect(await counts()).toEqual({ tagged: 2, untagged: 3, email: 2, sms: 1, both: 1 });
  await setConsent(running.store, SHOP, 5, "sms", SUBSCRIBED);
  expect(await counts()).toMatchObject({ sms: 2 });
});

test("an unsupported query is an error and never a count", async () => {
  const { data, errors } = await running.call(
    `{ customerSegmentMembers(first: 1, query: "number_of_orders > 1") { totalCount } }`,
  );
  expect(data).toBeNull();
  expect(errors).toEqual([
    expect.objectContaining({
      extensions: { code: "NOT_IMPLEMENTED" },
      message: expect.stringContaining("Supported are customer_tags CONTAINS 'tag'"),
    }),
  ]);
});

test.each([
  ["without a size", `query: "customer_tags CONTAINS 'A'"`, "you must provide one of first or last"],
  ["of a stored segment", `first: 1, segmentId: "gid://shopify/Segment/1"`, "without a query"],
])("a request %s is refused", async (_which, args, message) => {
  const { errors } = await running.call(`{ customerSegmentMembers(${args}) { totalCount } }`);
  expect(errors?.[0]?.message).toContain(message);
});
