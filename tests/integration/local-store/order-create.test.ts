import { afterAll, beforeAll, expect, test } from "vitest";
import { insertProductsInBulk } from "../../../local-store/data/bulk-insert.ts";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { fulfillOrder } from "../../../local-store/orders/fulfill-order.ts";
import { type RunningStore, SHOP, startStore } from "./support/running-store.ts";

let running: RunningStore;
let customer: string;
let variant: string;
beforeAll(async () => {
  running = await startStore();
  const created = await createCustomer(running.store, SHOP, { firstName: "Otto", email: "otto@example.com" });
  customer = `gid://shopify/Customer/${created.customer?.id}`;
  await insertProductsInBulk(running.store, SHOP, [
    {
      handle: "lamp",
      title: "Lamp",
      created_at: new Date(running.clock.now()),
      variants: [
        { sku: "LAMP", price_cents: 2500, inventory_tracker: "shopify", inventory_quantity: 3, grams: 907 },
      ],
    },
  ]);
  const { rows } = await running.store.pool.query<{ id: number }>("SELECT id FROM variants");
  variant = `gid://shopify/ProductVariant/${rows[0]?.id}`;
  await running.call(`mutation { metafieldDefinitionCreate(definition: { ownerType: ORDER, namespace: "$app", key: "submission",
    name: "Submission", type: "id" }) { userErrors { message } } }`);
});
afterAll(() => running?.close());

const CREATE = `mutation OrderCreatePromo($order: OrderCreateOrderInput!, $options: OrderCreateOptionsInput) {
  orderCreate(order: $order, options: $options) { order { id name displayFulfillmentStatus displayFinancialStatus }
    userErrors { code field message } } }`;
const promo = (submission: string, more: Record<string, unknown> = {}) => ({
  customer: { toAssociate: { id: customer } },
  lineItems: [
    {
      variantId: variant,
      quantity: 2,
      priceSet: { shopMoney: { amount: "0.00", currencyCode: "USD" } },
      requiresShipping: true,
    },
  ],
  metafields: [{ namespace: "$app", key: "submission", type: "id", value: submission }],
  sourceIdentifier: submission,
  sourceName: "promotion",
  tags: ["promo", "gift"],
  shippingAddress: {
    firstName: "Otto",
    address1: "1 Main St",
    city: "Reno",
    provinceCode: "NV",
    countryCode: "US",
    zip: "89501",
  },
  ...more,
});
const create = async (order: unknown, inventoryBehaviour = "BYPASS") =>
  (await running.call(CREATE, { order, options: { inventoryBehaviour } })).data.orderCreate;
const bySource = async (id: string) => {
  const { data } = await running.call(
    "query($query: String!) { orders(first: 2, query: $query) { nodes { id name sourceIdentifier tags } } }",
    { query: `source_identifier:'${id}'` },
  );
  return data.orders.nodes;
};
const stock = async () =>
  (await running.store.pool.query("SELECT inventory_quantity FROM variants")).rows[0].inventory_quantity;

test("an app's order has a unique id, which a second one can't have", async () => {
  const { order, userErrors } = await create(promo("promo-1"));
  expect(userErrors).toEqual([]);
  expect(order).toMatchObject({ displayFinancialStatus: "PAID", displayFulfillmentStatus: "UNFULFILLED" });
  expect((await create(promo("promo-1"))).userErrors).toEqual([
    { code: "INVALID", field: ["order", "metafields", "0", "value"], message: expect.any(String) },
  ]);
  const { data } = await running.call(
    `query($identifier: OrderIdentifierInput!) { orderByIdentifier(identifier: $identifier) { id sourceName
      customer { id displayName } shippingAddress { name city provinceCode } totalPriceSet { shopMoney { amount } }
      lineItems(first: 5) { nodes { title sku quantity unfulfilledQuantity variant { id inventoryItem { measurement { weight { unit } } } } } } } }`,
    { identifier: { customId: { namespace: "$app", key: "submission", value: "promo-1" } } },
  );
  expect(data.orderByIdentifier).toMatchObject({
    id: order.id,
    sourceName: "promotion",
    customer: { id: customer },
    shippingAddress: { name: "Otto", city: "Reno", provinceCode: "NV" },
    totalPriceSet: { shopMoney: { amount: "0.0" } },
    lineItems: {
      nodes: [{ title: "Lamp", sku: "LAMP", quantity: 2, unfulfilledQuantity: 2, variant: { id: variant } }],
    },
  });
  expect(await bySource("promo-1")).toMatchObject([{ id: order.id, tags: ["gift", "promo"] }]);
});

test("two simultaneous orders with one id are one order", async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => create(promo("promo-race"))));
  expect(answers.filter(({ order }) => order)).toHaveLength(1);
  expect(await bySource("promo-race")).toHaveLength(1);
});

test("the inventory policy is obeyed, and a refused order leaves nothing", async () => {
  expect((await create(promo("promo-2"), "DECREMENT_OBEYING_POLICY")).userErrors).toEqual([]);
  expect(await stock()).toBe(1);
  expect((await create(promo("promo-3"), "DECREMENT_OBEYING_POLICY")).userErrors).toMatchObject([
    { code: "INVENTORY_CLAIM_FAILED" },
  ]);
  expect(await stock()).toBe(1);
  expect(await bySource("promo-3")).toEqual([]);
  expect((await create(promo("promo-4"), "DECREMENT_IGNORING_POLICY")).userErrors).toEqual([]);
  expect(await stock()).toBe(-1);
});

test("search lags behind a new order, which is found by its ids immediately", async () => {
  running.store.faults.set(SHOP, { indexLagMs: 10_000 });
  const { order } = await create(promo("promo-lag"));
  expect(await bySource("promo-lag")).toEqual([]);
  const read = await running.call(
    `query($id: ID!) { order(id: $id) { id } orderByIdentifier(identifier: { customId: { namespace: "$app", key: "submission", value: "promo-lag" } }) { id } }`,
    { id: order.id },
  );
  expect(read.data).toEqual({ order: { id: order.id }, orderByIdentifier: { id: order.id } });
  running.clock.advance(10_001);
  expect(await bySource("promo-lag")).toHaveLength(1);
  running.store.faults.reset(SHOP);
});

test("a discount code, a payment and a refund of lines with an idempotency key", async () => {
  const { order } = await create({
    lineItems: [
      { title: "Lamp", quantity: 2, priceSet: { shopMoney: { amount: "30.00", currencyCode: "USD" } } },
      { title: "Mug", quantity: 1, priceSet: { shopMoney: { amount: "10.00", currencyCode: "USD" } } },
    ],
    discountCode: { itemPercentageDiscountCode: { code: "TEN", percentage: 10 } },
    transactions: [{ kind: "SALE", amountSet: { shopMoney: { amount: "63.00", currencyCode: "USD" } } }],
  });
  const READ = `query($id: ID!) { order(id: $id) { displayFinancialStatus discountCodes
    totalPriceSet { shopMoney { amount } } totalRefundedSet { shopMoney { amount } }
    transactions { id kind } lineItems(first: 5) { nodes { id currentQuantity refundableQuantity
      discountedTotalSet(withCodeDiscounts: true) { shopMoney { amount } } } } } }`;
  const before = (await running.call(READ, { id: order.id })).data.order;
  expect(before).toMatchObject({
    displayFinancialStatus: "PAID",
    discountCodes: ["TEN"],
    totalPriceSet: { shopMoney: { amount: "63.0" } },
    lineItems: { nodes: [{ discountedTotalSet: { shopMoney: { amount: "54.0" } } }, {}] },
  });
  const [line] = before.lineItems.nodes;
  const REFUND = `mutation($input: RefundInput!, $key: String!) { refundCreate(input: $input) @idempotent(key: $key) {
    refund { id totalRefundedSet { shopMoney { amount } } } userErrors { field message } } }`;
  const refund = (quantity: number, key: string) =>
    running.call(REFUND, {
      key,
      input: {
        orderId: order.id,
        refundLineItems: [{ lineItemId: line.id, quantity, restockType: "CANCEL" }],
        transactions: [
          {
            orderId: order.id,
            parentId: before.transactions[0].id,
            amount: "27.00",
            gateway: "manual",
            kind: "REFUND",
          },
        ],
      },
    });
  const first = (await refund(1, "key-1")).data.refundCreate;
  expect(first.refund.totalRefundedSet.shopMoney.amount).toBe("27.0");
  expect((await refund(1, "key-1")).data.refundCreate).toEqual(first);
  expect((await refund(2, "key-2")).data.refundCreate.userErrors).toMatchObject([
    { message: "Quantity cannot refund more items than were purchased" },
  ]);
  expect((await running.call(READ, { id: order.id })).data.order).toMatchObject({
    displayFinancialStatus: "PARTIALLY_REFUNDED",
    totalRefundedSet: { shopMoney: { amount: "27.0" } },
    lineItems: { nodes: [{ currentQuantity: 1, refundableQuantity: 1 }, {}] },
  });
});

test("a risk assessment is refused for a fulfilled order", async () => {
  const { order } = await create(promo("promo-risk"));
  const ASSESS = `mutation($input: OrderRiskAssessmentCreateInput!) { orderRiskAssessmentCreate(orderRiskAssessmentInput: $input) {
    orderRiskAssessment { riskLevel facts { description sentiment } } userErrors { code field message } } }`;
  const facts = [{ description: "The phone number is new.", sentiment: "NEGATIVE" }];
  const assess = () => running.call(ASSESS, { input: { orderId: order.id, riskLevel: "HIGH", facts } });
  expect((await assess()).data.orderRiskAssessmentCreate).toEqual({
    orderRiskAssessment: { riskLevel: "HIGH", facts },
    userErrors: [],
  });
  const read = await running.call(
    "query($id: ID!) { order(id: $id) { risk { recommendation assessments { riskLevel provider { title } facts { description } } } } }",
    { id: order.id },
  );
  expect(read.data.order.risk).toMatchObject({
    recommendation: "CANCEL",
    assessments: [{ riskLevel: "HIGH" }],
  });
  await fulfillOrder(running.store, SHOP, Number(order.id.split("/").at(-1)));
  expect((await assess()).data.orderRiskAssessmentCreate.userErrors).toMatchObject([
    { code: "ORDER_ALREADY_FULFILLED" },
  ]);
});
