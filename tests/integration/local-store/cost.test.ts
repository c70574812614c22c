import { afterAll, beforeAll, expect, test } from "vitest";
import { orderLinesAfter, ordersByIds } from "~/connectors/shopify/operations/orders";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { type RunningStore, SHOP, startStore } from "./support/running-store.ts";

let running: RunningStore;
beforeAll(async () => {
  running = await startStore({ plan: "BASIC" });
  await createCustomer(running.store, SHOP, { firstName: "One", email: "one@example.com" });
});
afterAll(() => running?.close());

const ROWS = `query Rows($first: Int!) { customers(first: $first) {
  nodes { ...Row } pageInfo { hasNextPage } } }
  fragment Row on Customer { id displayName defaultEmailAddress { emailAddress } amountSpent { amount }
    metafields(first: 20) { nodes { value } } }`;

test("a query is charged its requested cost, then its actual cost, and the bucket is restored over time", async () => {
  const answer = await running.call(ROWS, { first: 25 });
  // Requested: 2 + 25 customers × (1 + email 1 + money 1 + metafields (2 + 20)). Actual: one customer without metafields.
  expect(answer.extensions.cost).toEqual({
    requestedQueryCost: 627,
    actualQueryCost: 7,
    throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 1993, restoreRate: 100 },
  });
  running.clock.advance(50);
  const later = await running.call("{ shop { name } }");
  expect(later.extensions.cost).toMatchObject({
    actualQueryCost: 1,
    throttleStatus: { currentlyAvailable: 1997 },
  });
});

test("an input array of more than 250 items is refused, wherever it is", async () => {
  const create =
    "mutation C($input: CustomerInput!) { customerCreate(input: $input) { customer { id } userErrors { message } } }";
  const tags = Array.from({ length: 251 }, (_, index) => `t${index}`);
  const { data, errors } = await running.call(create, { input: { firstName: "Large", tags } });
  expect({ data, errors }).toEqual({
    data: undefined,
    errors: [
      {
        message: "The input array size of 251 is greater than the maximum allowed of 250.",
        extensions: { code: "MAX_INPUT_SIZE_EXCEEDED" },
      },
    ],
  });
});

test("a mutation costs 10 points, and an empty bucket throttles it before execution", async () => {
  running.clock.advance(60_000);
  const create =
    "mutation C($input: CustomerInput!) { customerCreate(input: $input) { customer { id } userErrors { message } } }";
  let applied = 0;
  let throttled = null;
  for (let index = 0; index < 201; index += 1) {
    const answer = await running.call(create, { input: { email: `m${index}@example.com` } });
    if (answer.errors) throttled = answer;
    else applied += 1;
  }
  expect(applied).toBe(200);
  expect(throttled).toEqual({
    errors: [{ message: "Throttled", extensions: expect.objectContaining({ code: "THROTTLED" }) }],
    extensions: {
      cost: {
        requestedQueryCost: 10,
        actualQueryCost: null,
        throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 0, restoreRate: 100 },
      },
    },
  });
  const { rows } = await running.store.pool.query("SELECT FROM customers WHERE email LIKE 'm%@example.com'");
  expect(rows).toHaveLength(200);
  running.clock.advance(100);
  expect((await running.call(create, { input: { email: "m200@example.com" } })).errors).toBeUndefined();
});

test("a query above 1,000 points is refused regardless of the bucket", async () => {
  running.clock.advance(60_000);
  const answer = await running.call(ROWS, { first: 250 });
  expect(answer.data).toBeUndefined();
  expect(answer.errors?.[0]?.extensions).toMatchObject({
    code: "MAX_COST_EXCEEDED",
    cost: 6252,
    maxCost: 1000,
  });
});

test("the app's calls about orders cost what their fields add up to", async () => {
  running.clock.advance(60_000);
  const { customer } = await createCustomer(running.store, SHOP, { firstName: "Cora", email: null });
  const lines = [
    { title: "Saw", quantity: 1, price_cents: 1_000 },
    { title: "Drill", quantity: 2, price_cents: 2_000 },
  ];
  const { order } = await placeOrder(running.store, SHOP, {
    customerId: customer?.id ?? 0,
    order: { lines },
  });
  const gid = `gid://shopify/Order/${order?.id}`;
  // An order: 1, three sums of money 2 each, customer 1, risk 1, fulfillments 1. A line: 1, two sums 2 each, bundle 1, attributes 1.
  // Requested: 5 orders × (10 + lines (2 + 20 × 7)). Actual: one order without fulfillments, two lines without bundle and attributes.
  const ids = [gid, ...[1, 2, 3, 4].map((number) => `gid://shopify/Order/${number}`)];
  const orders = await running.call(ordersByIds.text, { ids });
  expect(orders.extensions.cost).toMatchObject({
    requestedQueryCost: 5 * 152,
    actualQueryCost: 9 + 2 + 2 * 5,
  });
  // The order 1, and its lines 2 + 100 × 7.
  const more = await running.call(orderLinesAfter.text, { id: gid, after: null });
  expect(more.extensions.cost).toMatchObject({ requestedQueryCost: 703, actualQueryCost: 1 + 2 + 2 * 5 });
});
