import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let person: number;
beforeAll(async () => {
  shop = await openTestShop("look_up_orders");
  await signedInCalls(shop);
  const ledger = await ledgerServices(shop);
  [person] = (await ledger.customers(1, "Refunded")) as [number];
  await ledger.post("Credit", person, 1_000);
  await ledger.dispatch();
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => shop.close());

const query = async (text: string, values: unknown[] = []) => {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows;
};

/** Runs the queued comparisons, with a given answer of Shopify for each order. @returns the requested orders */
async function compareWhile(answerOf: (orderId: string) => object): Promise<string[]> {
  const requestedIds: string[] = [];
  const send = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const body = String(init?.body);
    if (!body.includes("query OrderCustomer")) return send(input, init);
    const id = JSON.parse(body).variables.id.split("/").at(-1);
    requestedIds.push(id);
    return Response.json(answerOf(id));
  });
  const { reconcileQueued } = await import("~/domain/ledger/reconcile/reconcile-queued.server");
  await reconcileQueued.run(DEMO, new AbortController().signal);
  return requestedIds;
}

const ordersLeft = () =>
  query(
    "SELECT order_id::int AS id, attempts, not_before > now() AS later FROM credit_orders_to_look_up ORDER BY order_id",
  );

test("an order that can't be read delays no other order and no other account", async () => {
  const [{ withShop }, { queueReconciliation }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/reconcile/queue-reconciliation.server"),
  ]);
  await query("DELETE FROM credits_to_compare");
  await query("UPDATE credit_accounts SET compared_at = NULL");
  await withShop(DEMO, (tx) => queueReconciliation(tx, DEMO, [person]));
  await query("INSERT INTO credit_orders_to_look_up (shop, order_id) SELECT $1, generate_series(1, 3)", [
    DEMO,
  ]);
  const denied = { message: "Access denied for order field.", path: ["order"] };
  const requestedIds = await compareWhile((id) => {
    if (id === "1")
      return { data: { order: null }, errors: [{ ...denied, extensions: { code: "ACCESS_DENIED" } }] };
    if (id === "2") return { data: { order: null } };
    return { data: { order: { customer: { id: `gid://shopify/Customer/${person}` } } } };
  });
  expect(new Set(requestedIds)).toEqual(new Set(["1", "2", "3"]));
  expect(await query("SELECT 1 FROM credits_to_compare")).toEqual([]);
  expect(await query("SELECT compared_at IS NOT NULL AS compared FROM credit_accounts")).toEqual([
    { compared: true },
  ]);
  expect(await ordersLeft()).toEqual([
    { id: 1, attempts: 1, later: true },
    { id: 2, attempts: 1, later: true },
  ]);
});

test("an order that can never be read is dropped, and a new refund looks it up immediately", async () => {
  await query("UPDATE credit_orders_to_look_up SET attempts = 49, not_before = now() WHERE order_id = 1");
  const payload = { order_id: 2, transactions: [{ gateway: "shopify_store_credit" }] };
  const { receiveCreditWebhook } = await import("~/domain/ledger/reconcile/webhooks.server");
  await receiveCreditWebhook({ shop: DEMO, topic: "REFUNDS_CREATE", deliveryId: "again", payload });
  expect(await compareWhile(() => ({ data: { order: null } }))).toEqual(["1", "2"]);
  expect(await ordersLeft()).toEqual([{ id: 2, attempts: 1, later: true }]);
});
