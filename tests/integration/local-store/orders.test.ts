import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addCredit } from "../../../local-store/credit/change-credit.ts";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { cancelOrder, refundOrder } from "../../../local-store/orders/refund-order.ts";
import { type RunningStore, SHOP, startStore } from "./support/running-store.ts";

let running: RunningStore;
let customerId: number;
beforeAll(async () => {
  running = await startStore();
});
beforeEach(async () => {
  const { customer } = await createCustomer(running.store, SHOP, { firstName: "Otto", email: null });
  customerId = customer?.id ?? 0;
  await running.dispatcher.deliverDue();
  running.received.length = 0;
});
afterAll(() => running?.close());

const credit = (cents: number, expiresAt?: Date) =>
  addCredit(running.store, SHOP, { customer: customerId }, { cents, currency: "USD" }, expiresAt);
const place = async (totalCents: number, more: { creditCents?: number; authorizeOnly?: boolean } = {}) => {
  const { order, userErrors } = await placeOrder(running.store, SHOP, { customerId, totalCents, ...more });
  expect(userErrors).toEqual([]);
  return order as NonNullable<typeof order>;
};
const MONEY = "{ amount currencyCode }";
const HISTORY = `query($id: ID!) { customer(id: $id) { storeCreditAccounts(first: 1) { nodes { balance ${MONEY}
  transactions(first: 50, sortKey: CREATED_AT, reverse: true) { nodes { __typename event amount { amount }
    origin { __typename ... on OrderTransaction { id kind order { id name } } }
    ... on StoreCreditAccountDebitRevertTransaction { debitTransaction { amount { amount } } }
  } } } } } }`;
const history = async () => {
  const { data } = await running.call(HISTORY, { id: `gid://shopify/Customer/${customerId}` });
  const [account] = data.customer.storeCreditAccounts.nodes;
  return { balance: account.balance.amount, transactions: account.transactions.nodes };
};
const webhooks = async () => {
  await running.dispatcher.deliverDue();
  const arrived = running.received.map(({ headers, body }) => ({
    topic: headers["x-shopify-topic"] ?? "",
    body: JSON.parse(body),
  }));
  running.received.length = 0;
  return Object.fromEntries(
    arrived.filter(({ topic }) => topic !== "orders/updated").map(({ topic, body }) => [topic, body]),
  );
};

test("an order spends store credit first, and its payment is the debit's origin", async () => {
  await credit(3000);
  const order = await place(5000);
  expect(await history()).toMatchObject({
    balance: "0.0",
    transactions: [
      {
        __typename: "StoreCreditAccountDebitTransaction",
        event: "ORDER_PAYMENT",
        amount: { amount: "-30.0" },
        origin: { kind: "SALE", order: { id: `gid://shopify/Order/${order.id}`, name: `#${order.number}` } },
      },
      { event: "ADJUSTMENT", origin: null },
    ],
  });
  const sent = await webhooks();
  expect(Object.keys(sent).sort()).toEqual(["orders/create", "orders/paid"]);
  expect(sent["orders/paid"]).toMatchObject({
    id: order.id,
    name: `#${order.number}`,
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    financial_status: "paid",
    total_price: "50.00",
    currency: "USD",
    payment_gateway_names: ["shopify_store_credit", "bogus"],
    customer: { id: customerId, admin_graphql_api_id: `gid://shopify/Customer/${customerId}` },
  });

  const QUERY = `query($id: ID!, $query: String) {
    order(id: $id) { name displayFinancialStatus totalPriceSet { shopMoney ${MONEY} } customer { id }
      transactions { kind gateway status amountSet { shopMoney { amount } } } }
    orders(first: 5, query: $query, sortKey: CREATED_AT, reverse: true) { nodes { id } } }`;
  const { data } = await running.call(QUERY, {
    id: `gid://shopify/Order/${order.id}`,
    query: `name:'#${order.number}'`,
  });
  expect(data.order).toMatchObject({
    name: `#${order.number}`,
    displayFinancialStatus: "PAID",
    customer: { id: `gid://shopify/Customer/${customerId}` },
    transactions: [
      { kind: "SALE", gateway: "shopify_store_credit", amountSet: { shopMoney: { amount: "30.0" } } },
      { kind: "SALE", gateway: "bogus", amountSet: { shopMoney: { amount: "20.0" } } },
    ],
  });
  expect(data.orders.nodes).toEqual([{ id: `gid://shopify/Order/${order.id}` }]);
});

test("a refund is a new credit or reverts the debit, up to the paid amount", async () => {
  await credit(3000);
  const { id } = await place(5000);
  await webhooks();
  await refundOrder(running.store, SHOP, id, { cents: 1000, to: "credit" });
  expect((await webhooks())["refunds/create"]).toMatchObject({
    order_id: id,
    transactions: [{ kind: "refund", gateway: "shopify_store_credit", amount: "10.00", currency: "USD" }],
  });
  const tooMuch = await refundOrder(running.store, SHOP, id, { cents: 3001, to: "payment" });
  expect(tooMuch.userErrors).toMatchObject([
    { message: "The amount exceeds the amount paid with store credit." },
  ]);
  await refundOrder(running.store, SHOP, id, { cents: 2000, to: "payment" });
  expect(await history()).toMatchObject({
    balance: "30.0",
    transactions: [
      {
        __typename: "StoreCreditAccountDebitRevertTransaction",
        event: "ORDER_REFUND",
        amount: { amount: "20.0" },
        debitTransaction: { amount: { amount: "-30.0" } },
        origin: { kind: "REFUND", order: { id: `gid://shopify/Order/${id}` } },
      },
      {
        __typename: "StoreCreditAccountCreditTransaction",
        event: "ORDER_REFUND",
        amount: { amount: "10.0" },
      },
      { event: "ORDER_PAYMENT" },
      { event: "ADJUSTMENT" },
    ],
  });
  // 20.00 of 50.00 are refundable: a cancellation returns the last 10.00 of store credit and 10.00 to the card.
  const { order } = await cancelOrder(running.store, SHOP, id);
  expect(order).toMatchObject({ financial_status: "REFUNDED", cancelled_at: expect.any(Date) });
  expect(await history()).toMatchObject({ balance: "40.0" });
  expect(Object.keys(await webhooks()).sort()).toEqual(["orders/cancelled", "refunds/create"]);
  const again = await cancelOrder(running.store, SHOP, id);
  expect(again.userErrors).toMatchObject([{ message: "The order is cancelled." }]);
});

test("a canceled order is deleted with its webhook, and another one isn't", async () => {
  const { id } = await place(1000);
  const remove = async () => {
    const { data } = await running.call(
      "mutation($id: ID!) { orderDelete(orderId: $id) { deletedId userErrors { code message } } }",
      { id: `gid://shopify/Order/${id}` },
    );
    return data.orderDelete;
  };
  expect(await remove()).toEqual({
    deletedId: null,
    userErrors: [{ code: "INVALID", message: "Only a canceled order can be deleted." }],
  });
  await cancelOrder(running.store, SHOP, id);
  await webhooks();
  expect(await remove()).toEqual({ deletedId: `gid://shopify/Order/${id}`, userErrors: [] });
  expect(await webhooks()).toEqual({ "orders/delete": { id } });
  expect((await remove()).userErrors).toMatchObject([{ code: "NOT_FOUND" }]);
});

test("canceling an authorized order voids it, and a revert returns to its credit or has no expiry if that expired", async () => {
  const day = 86_400_000;
  await credit(1000, new Date(running.clock.now() + day));
  await credit(2000, new Date(running.clock.now() + 30 * day));
  const { id } = await place(2500, { authorizeOnly: true });
  expect(Object.keys(await webhooks())).toEqual(["orders/create"]);
  running.clock.advance(2 * day);
  await cancelOrder(running.store, SHOP, id);
  expect(await history()).toMatchObject({
    balance: "30.0",
    transactions: [
      {
        __typename: "StoreCreditAccountDebitRevertTransaction",
        event: "ORDER_CANCELLATION",
        amount: { amount: "25.0" },
        origin: { kind: "VOID" },
      },
      { event: "ORDER_PAYMENT" },
      {},
      {},
    ],
  });
  expect((await webhooks())["orders/cancelled"]).toMatchObject({ financial_status: "voided", id });
  // The amount from the expired credit has no expiry date. The rest expires with its credit.
  running.clock.advance(40 * day);
  expect(await history()).toMatchObject({ balance: "10.0" });
});

test("concurrent orders never spend the same store credit", async () => {
  await credit(1000);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      placeOrder(running.store, SHOP, { customerId, totalCents: 400, creditCents: 400 }),
    ),
  );
  expect(answers.filter(({ order }) => order)).toHaveLength(2);
  expect(await history()).toMatchObject({ balance: "2.0" });
  const { rows } = await running.store.pool.query("SELECT orders_count FROM customers WHERE id = $1", [
    customerId,
  ]);
  expect(rows).toEqual([{ orders_count: 2 }]);
});

test("fulfillmentCreate fulfills a part of an order, and then the rest", async () => {
  const { customer } = await createCustomer(running.store, SHOP, { firstName: "Fay", email: null });
  const { order } = await placeOrder(running.store, SHOP, {
    customerId: customer?.id ?? 0,
    order: { lines: [{ title: "Lamp", sku: "LAMP", quantity: 3, price_cents: 1000 }] },
  });
  const read = async () => {
    const { data } = await running.call(
      `query($id: ID!) { order(id: $id) { displayFulfillmentStatus fulfillmentOrders(first: 5) { nodes { id status
        lineItems(first: 5) { nodes { id totalQuantity remainingQuantity } } } } } }`,
      { id: `gid://shopify/Order/${order?.id}` },
    );
    return data.order;
  };
  const [open] = (await read()).fulfillmentOrders.nodes;
  expect(open).toMatchObject({ status: "OPEN", lineItems: { nodes: [{ remainingQuantity: 3 }] } });
  const fulfill = async (quantity?: number) => {
    const fulfillmentOrderLineItems = quantity && [{ id: open.lineItems.nodes[0].id, quantity }];
    const { data } = await running.call(
      `mutation($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) {
        fulfillment { totalQuantity trackingInfo { number } } userErrors { field message } } }`,
      {
        fulfillment: {
          lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: open.id, fulfillmentOrderLineItems }],
          trackingInfo: { number: "1Z999AA10123456784" },
        },
      },
    );
    return data.fulfillmentCreate;
  };
  expect((await fulfill(4)).userErrors).toHaveLength(1);
  expect((await fulfill(2)).fulfillment).toEqual({
    totalQuantity: 2,
    trackingInfo: [{ number: "1Z999AA10123456784" }],
  });
  expect(await read()).toMatchObject({
    displayFulfillmentStatus: "PARTIALLY_FULFILLED",
    fulfillmentOrders: {
      nodes: [{ status: "IN_PROGRESS", lineItems: { nodes: [{ remainingQuantity: 1 }] } }],
    },
  });
  expect((await fulfill()).fulfillment.totalQuantity).toBe(1);
  expect((await read()).fulfillmentOrders.nodes[0].status).toBe("CLOSED");
  expect((await fulfill()).userErrors).toHaveLength(1);
});
