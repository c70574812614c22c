/** Open returns, which are followed until they are refunded. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { processReturn } from "../../../local-store/returns/finish-return.ts";
import { refreshMirror } from "../../support/people.ts";
import { createReturn, findOrder, fulfilledOrder, setUpUps } from "../../support/returns.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../console/two-shops.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof setUpUps>>;
beforeAll(async () => {
  shop = await openTestShop("follow_returns");
  owner = await setUpUps(shop);
});
afterAll(() => shop.close());

const query = async (text: string, values?: unknown[]) => {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(DEMO, (tx) => tx.$client.query(text, values));
};

test("open returns are listed by age with their package, until they are refunded", async () => {
  await query("UPDATE return_cases SET closed_at = now() WHERE state = 'done'");
  const [first, second] = [await fulfilledOrder(shop), await fulfilledOrder(shop)];
  await createReturn(shop, owner, first, { LAMP: 2 });
  await createReturn(shop, owner, second, { LAMP: 1 });
  await query("UPDATE return_cases SET finished_at = now() - interval '50 hours' WHERE order_id = $1", [
    second.orderId,
  ]);
  const { followReturns } = await import("~/functions/orderReturns/follow-returns.server");
  const { signal } = new AbortController();
  const { pool } = shop.localStore.store;
  const [row] = (await findOrder(shop, owner, first)).returns;
  await pool.query("UPDATE ups_shipments SET tracking_status = 'D' WHERE tracking_number = $1", [
    row?.tracking_number,
  ]);
  await followReturns.run(DEMO, signal);
  expect((await owner.orderReturns.open({})).rows).toMatchObject([
    { age_days: 2, units: 1, package_state: "labelCreated" },
    { age_days: 0, units: 2, package_state: "delivered", package_status: "Delivered" },
  ]);

  const { rows } = await pool.query<{ id: number; lines: { id: number; quantity: number }[] }>(
    "SELECT id, lines FROM order_returns WHERE shop = $1 AND order_id = $2",
    [DEMO, first.id],
  );
  const [stored] = rows;
  const { transactionsOf } = await import("../../../local-store/orders/read-orders.ts");
  const [payment] = await transactionsOf(pool, DEMO, first.id);
  await processReturn(shop.localStore.store, DEMO, stored?.id ?? 0, {
    lines: (stored?.lines ?? []).map(({ id, quantity }) => ({ id, quantity, restock: true })),
    transfers: [{ to: "payment", cents: 2_000, parentId: payment?.id ?? 0 }],
  });
  expect((await findOrder(shop, owner, first)).returns[0]?.refund_status).toBe(true);
  // The order's webhook makes the return due again.
  const { ordersMirror } = await import("~/domain/orders/mirror.server");
  await ordersMirror.readIntoMirror(DEMO, [first.id], { priority: "person" });
  await followReturns.run(DEMO, signal);
  expect(await owner.orderReturns.open({})).toMatchObject({ total: 1, rows: [{ units: 1 }] });
  expect(await refusalOf(owner.orderReturns.cancel({ case_id: row?.case_id ?? "" }))).toMatchObject({
    status: 409,
  });
});

test("a return that can't be looked up stays due, and doesn't hold up the others", async () => {
  await query("UPDATE return_cases SET closed_at = now() WHERE state = 'done'");
  const [first, second] = [await fulfilledOrder(shop), await fulfilledOrder(shop)];
  await createReturn(shop, owner, first, { LAMP: 1 });
  await createReturn(shop, owner, second, { LAMP: 1 });
  const { rows } = await query("SELECT return_gid FROM return_cases WHERE order_id = $1", [first.orderId]);
  const setReturn = (gid: string) =>
    query("UPDATE return_cases SET return_gid = $2 WHERE order_id = $1", [first.orderId, gid]);
  const { followReturns } = await import("~/functions/orderReturns/follow-returns.server");
  const states = async () =>
    (await owner.orderReturns.open({})).rows.map(({ package_state }) => package_state);
  // Shopify answers an error.
  await setReturn("gid://shopify/Order/1");
  await followReturns.run(DEMO, new AbortController().signal);
  expect(await states()).toEqual([null, "labelCreated"]);
  // It is due behind all that were never looked up.
  const { rows: failed } = await query("SELECT followed_at FROM return_cases WHERE order_id = $1", [
    first.orderId,
  ]);
  expect(failed).toEqual([{ followed_at: expect.any(Date) }]);
  await setReturn(rows[0].return_gid);
  await followReturns.run(DEMO, new AbortController().signal);
  expect(await states()).toEqual(["labelCreated", "labelCreated"]);
});

test("while Shopify is down, one return is looked up in vain, and all stay due", async () => {
  await query("UPDATE return_cases SET closed_at = now() WHERE state = 'done'");
  for (let returns = 0; returns < 2; returns += 1)
    await createReturn(shop, owner, await fulfilledOrder(shop), { LAMP: 1 });
  const { followReturns } = await import("~/functions/orderReturns/follow-returns.server");
  const { counters, faults } = shop.localStore.store;
  const lookUps = async () => {
    counters.reset(DEMO);
    await followReturns.run(DEMO, new AbortController().signal);
    return counters.of(DEMO).requests.ReturnProgress;
  };
  faults.set(DEMO, { serverError: 1 });
  // It is tried 9 times.
  expect(await lookUps().finally(() => faults.reset(DEMO))).toBe(9);
  expect(await lookUps()).toBe(2);
});

test("a return whose lookup was interrupted is looked up again soon, and one that changed during it stays due", async () => {
  await query("UPDATE return_cases SET closed_at = now() WHERE state = 'done'");
  const order = await fulfilledOrder(shop);
  const { orderId } = order;
  await createReturn(shop, owner, order, { LAMP: 1 });
  const { followReturns } = await import("~/functions/orderReturns/follow-returns.server");
  const follow = () => followReturns.run(DEMO, new AbortController().signal);
  const lookups = () => shop.localStore.store.counters.of(DEMO).requests.ReturnProgress ?? 0;
  const before = lookups();
  const realFetch = globalThis.fetch;
  try {
    // The process dies during the lookup.
    await new Promise<void>((resolve) => {
      globalThis.fetch = (input, init) => {
        if (!String(init?.body).includes("ReturnProgress")) return realFetch(input, init);
        resolve();
        return new Promise(() => undefined);
      };
      void follow();
    });
    globalThis.fetch = realFetch;
    await follow();
    expect(lookups()).toBe(before);
    await query(
      "UPDATE return_cases SET followed_at = followed_at - interval '11 minutes' WHERE order_id = $1",
      [orderId],
    );
    globalThis.fetch = async (input, init) => {
      if (String(init?.body).includes("ReturnProgress"))
        await query("UPDATE return_cases SET followed_at = NULL WHERE order_id = $1", [orderId]);
      return realFetch(input, init);
    };
    await follow();
    expect(lookups()).toBe(before + 1);
  } finally {
    globalThis.fetch = realFetch;
  }
  for (let run = 0; run < 2; run += 1) {
    await follow();
    expect(lookups()).toBe(before + 2);
  }
});

test("the restock rule suggests the disposition of received units by their reason", async () => {
  const { reasons, locations, ...unset } = await owner.orderReturns.rule();
  expect(unset).toEqual({ location_id: null, not_restocked: [] });
  const [damaged, other] = [
    reasons.find(({ name }) => name === "Damaged or defective"),
    reasons.find(({ name }) => name !== "Damaged or defective"),
  ];
  const rule = { location_id: locations[0]?.id ?? null, not_restocked: [damaged?.id ?? ""] };
  expect(await owner.orderReturns.saveRule({ ...rule, seen: unset })).toEqual(rule);
  const changed = await query("SELECT changed_by FROM settings WHERE key = 'returns.restock-rule'");
  expect(changed.rows).toEqual([{ changed_by: "1" }]);
  const seen = { location_id: null, not_restocked: [other?.id ?? ""] };
  const refusals = [
    await refusalOf(owner.orderReturns.saveRule({ ...unset, seen })),
    await refusalOf(owner.orderReturns.saveRule({ ...rule, location_id: "gid://shopify/Location/1" })),
    await refusalOf(owner.orderReturns.saveRule({ ...rule, not_restocked: ["none"] })),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([409, 400, 400]);

  const order = await fulfilledOrder(shop);
  const { edges } = (await findOrder(shop, owner, order)).orderDetails.lineItems;
  const lineItems = [
    { sku: "LAMP", reason_id: damaged?.id },
    { sku: "ANVIL", reason_id: other?.id },
  ].map(({ sku, reason_id }) => ({
    lineitem_id: edges.find(({ node }) => node.sku === sku)?.node.id ?? "",
    quantity: 1,
    reason_id,
  }));
  await owner.orderReturns.create({ orderId: order.orderId, lineItems });
  const [row] = (await findOrder(shop, owner, order)).returns;
  const { lines } = await owner.orderReturns.receipt({ return_id: row?.return_id ?? "" });
  expect(lines.map(({ sku, reason, suggested_location_id }) => [sku, reason, suggested_location_id])).toEqual(
    [
      ["LAMP", damaged?.name, null],
      ["ANVIL", other?.name, locations[0]?.id],
    ],
  );
});

test("orders are found by a part of their customer's name or email address, the latest first", async () => {
  const { store } = shop.localStore;
  const { customer } = await createCustomer(store, DEMO, {
    firstName: "Zelda",
    lastName: "Zimmer",
    email: "zelda@zimmer.example",
  });
  const names: string[] = [];
  const ids: number[] = [];
  for (let number = 0; number < 2; number += 1) {
    const lines = [{ title: "Lamp", sku: "LAMP", quantity: 1, price_cents: 1_000, grams: 907 }];
    const { order } = await placeOrder(store, DEMO, { customerId: customer?.id ?? 0, order: { lines } });
    names.push(`#${order?.number}`);
    ids.push(order?.id ?? 0);
  }
  await refreshMirror([customer?.id ?? 0]);
  const { ordersMirror } = await import("~/domain/orders/mirror.server");
  await ordersMirror.readIntoMirror(DEMO, ids, { priority: "person" });
  for (const value of ["zelda@zimmer.example", "ZIMMER zel", "@zimmer"]) {
    const { rows, msg } = await owner.orderReturns.find({ value });
    expect([rows.map(({ order_name }) => order_name), msg]).toEqual([names.toReversed(), null]);
    expect(rows[0]).toMatchObject({
      customer: "Zelda Zimmer",
      total_cents: 1_000,
      return_status: "NO_RETURN",
    });
  }
  expect(await owner.orderReturns.find({ value: "zz" })).toMatchObject({
    rows: [],
    msg: expect.stringContaining("at least 3 characters"),
  });
  expect((await owner.orderReturns.find({ value: "no one" })).msg).toContain(
    "No customer with an order has “no one”",
  );
});
