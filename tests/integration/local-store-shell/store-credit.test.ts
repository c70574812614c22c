import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { DEMO, startTestStore } from "./running-store.ts";

let store: Awaited<ReturnType<typeof startTestStore>>;
let customerId: number;
beforeAll(async () => {
  store = await startTestStore();
});
beforeEach(async () => {
  const { customer } = await createCustomer(store.store, DEMO, { firstName: "Kit" });
  customerId = customer?.id ?? 0;
});
afterAll(() => store.dispose());

async function post(path: string, body: Record<string, unknown>) {
  const response = await fetch(`${store.url}/knobs/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ shop: DEMO, ...body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the response of any route
  return { status: response.status, body: (await response.json()) as any };
}
const statement = async () => {
  const query = new URLSearchParams({ shop: DEMO, customerId: String(customerId) });
  return (await fetch(`${store.url}/knobs/store-credit?${query}`)).json();
};

test("scripts can adjust and expire store credit and place, refund, and cancel orders", async () => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const credited = await post("store-credit/adjust", { customerId, cents: 2000, expiresAt });
  expect(credited.body.account).toMatchObject({ customer_id: customerId, balance_cents: 2000 });
  await post("store-credit/adjust", { customerId, cents: -500 });
  const { order } = (await post("orders", { customerId, totalCents: 4000, creditCents: 1000 })).body;
  expect(order).toMatchObject({ name: expect.stringMatching(/^#\d+$/), financial_status: "PAID" });
  await post("orders/refund", { orderId: order.id, cents: 300, to: "credit" });
  await post("orders/cancel", { orderId: order.id });
  await post("store-credit/expire", { creditId: credited.body.transaction.id });
  expect(await statement()).toMatchObject({
    accounts: [
      {
        balance_cents: 300,
        transactions: [
          { type: "EXPIRATION", event: "ADJUSTMENT", amount_cents: -1500 },
          { type: "DEBIT_REVERT", event: "ORDER_REFUND", amount_cents: 1000 },
          { type: "CREDIT", event: "ORDER_REFUND", amount_cents: 300 },
          { type: "DEBIT", event: "ORDER_PAYMENT", amount_cents: -1000 },
          { type: "DEBIT", event: "ADJUSTMENT", amount_cents: -500 },
          { type: "CREDIT", event: "ADJUSTMENT", amount_cents: 2000 },
        ],
      },
    ],
    orders: [{ id: order.id, financial_status: "REFUNDED" }],
  });
});

test("refusals are 422 and invalid input is 400", async () => {
  expect(await post("orders", { customerId, totalCents: 100, creditCents: 100 })).toEqual({
    status: 422,
    body: { error: "The amount exceeds the store credit balance." },
  });
  expect((await post("store-credit/expire", { creditId: 1 })).status).toBe(422);
  expect((await post("orders", { customerId })).status).toBe(400);
  expect((await post("orders", { customerId, totalCents: 1, shop: "unknown.myshopify.com" })).status).toBe(
    404,
  );
});
