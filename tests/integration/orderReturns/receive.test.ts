/** Returns whose items arrived: fees, the dispositions of the items, and the refund to store credit. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { fulfillOrder } from "../../../local-store/orders/fulfill-order.ts";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { linesOf } from "../../../local-store/orders/read-orders.ts";
import { processReturn } from "../../../local-store/returns/finish-return.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { refreshMirror } from "../../support/people.ts";
import { ADDRESS, findOrder, type fulfilledOrder, setUpUps } from "../../support/returns.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions, endWaitingSessions } from "../../support/waiting-sessions.ts";
import { refusalOf } from "../console/two-shops.ts";
import {
  type Fees,
  type Opened,
  openReturn as openReturnOf,
  postingsFor,
  requestFor,
} from "./open-return.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof setUpUps>>;
let ledger: Awaited<ReturnType<typeof ledgerServices>>;
beforeAll(async () => {
  shop = await openTestShop("receive-returns");
  owner = await setUpUps(shop);
  ledger = await ledgerServices(shop);
});
afterEach(() => void shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

type Order = Awaited<ReturnType<typeof fulfilledOrder>>;

const query = async <Row extends object>(text: string, values: unknown[] = []) => {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return (await withShop(DEMO, (tx) => tx.$client.query<Row>(text, values))).rows;
};
const found = (order: Order) => findOrder(shop, owner, order);
const openReturn = (fees?: Fees) => openReturnOf(shop, owner, fees);
/** The return's row in the list of open returns. */
const listedOpen = async ({ receipt }: Opened) =>
  (await owner.orderReturns.open({})).rows.find(({ order_name }) =>
    receipt.return_name.startsWith(`${order_name}-`),
  );
const storedReturn = async ({ returnId }: Opened) => {
  const { rows } = await shop.localStore.store.pool.query(
    "SELECT id, lines, shipping_fee_cents FROM order_returns WHERE id = $1",
    [Number(returnId.split("/").at(-1))],
  );
  return rows[0] as { id: number; shipping_fee_cents: number; lines: StoredLine[] };
};
interface StoredLine {
  id: number;
  quantity: number;
  processed: number;
  refunded: number;
  restockingPercent: number;
  dispositions: { type: string; quantity: number }[];
}
const finish = async (signal = new AbortController().signal) => {
  await query("UPDATE return_refunds SET lease_until = now() - interval '1 second' WHERE state = 'started'");
  const { finishOpenProcessing } = await import("~/functions/orderReturns/process-return.server");
  await finishOpenProcessing.run(DEMO, signal);
};

test("fees are kept, missing items aren't refunded, and the rest is credited once", async () => {
  const opened = await openReturn({ restockingFee: 10, shippingFee: "5.00" });
  const { receipt, order, returnId } = opened;
  expect(await listedOpen(opened)).toMatchObject({ received: null });
  expect(await storedReturn(opened)).toMatchObject({
    shipping_fee_cents: 500,
    lines: [{ restockingPercent: 10 }, { restockingPercent: 10 }],
  });
  expect(receipt).toMatchObject({
    customer: "Ann Archer",
    credit_problem: null,
    locations: [{ name: "Shop location" }],
    amounts: { items: 3_000, taxes: 0, fees: 800, refund: 2_200 },
  });
  const anvil = receipt.lines.find(({ sku }) => sku === "ANVIL")?.id ?? "";
  const { amounts } = await owner.orderReturns.receipt({ return_id: returnId, missing: anvil });
  expect(amounts).toMatchObject({ items: 2_000, fees: 700, refund: 1_300 });
  const lamp = receipt.lines.find(({ sku }) => sku === "LAMP")?.id ?? "";
  const part = await owner.orderReturns.receipt({ return_id: returnId, missing: `${lamp}=1` });
  expect(part.amounts).toMatchObject({ items: 2_000, fees: 700, refund: 1_300 });
  const request = requestFor(opened);
  // One lamp is good, and one is damaged.
  const lines: typeof request.lines = [
    { id: lamp, quantity: 1, disposition: "RESTOCKED", location_id: receipt.locations[0]?.id },
    { id: lamp, quantity: 1, disposition: "NOT_RESTOCKED" },
    { id: anvil, disposition: "MISSING" },
  ];
  const incomplete = { ...request, lines: lines.slice(1), refund_cents: amounts.refund };
  expect(await refusalOf(owner.orderReturns.process(incomplete))).toMatchObject({
    status: 400,
    message: "Choose a disposition for all 2 units of Lamp. 1 have one.",
  });
  // An amount that isn't the refund, and a choice without a location.
  expect(await refusalOf(owner.orderReturns.process({ ...request, lines }))).toMatchObject({ status: 409 });
  const nowhere = lines.map((line) => ({ ...line, location_id: null }));
  expect(
    await refusalOf(owner.orderReturns.process({ ...request, lines: nowhere, refund_cents: amounts.refund })),
  ).toMatchObject({ status: 400, message: "Choose the location where the item is restocked." });
  expect(await postingsFor(opened)).toEqual([]);

  const accepted = { ...request, lines, refund_cents: amounts.refund };
  const answers = await Promise.allSettled([
    owner.orderReturns.process(accepted),
    owner.orderReturns.process({ ...accepted, operationId: randomUUID() }),
  ]);
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(
    await refusalOf(owner.orderReturns.process({ ...accepted, operationId: randomUUID() })),
  ).toMatchObject({ status: 409 });
  const rows = (await found(order)).returns;
  expect(rows[0]).toMatchObject({
    refund_status: false,
    can_receive: false,
    credit: { amount_cents: 1_300 },
  });
  expect(rows.map(({ sku, received }) => [sku, received?.is_missing, received?.by, received?.units])).toEqual(
    [
      ["LAMP", false, "Olivia Owner", { restocked: 1, not_restocked: 1, missing: 0 }],
      ["ANVIL", true, "Olivia Owner", { restocked: 0, not_restocked: 0, missing: 1 }],
    ],
  );
  expect(await listedOpen(opened)).toMatchObject({ units: 3, received: { units: 2, by: "Olivia Owner" } });
  expect(await postingsFor(opened)).toMatchObject([
    { amountCents: 1_300, reference: `Return ${receipt.return_name}` },
  ]);
  const stored = await storedReturn(opened);
  expect(stored.lines.flatMap(({ dispositions }) => dispositions.map(({ type }) => type)).sort()).toEqual([
    "MISSING",
    "NOT_RESTOCKED",
    "RESTOCKED",
  ]);
  await ledger.dispatch();
  expect((await found(order)).returns).toMatchObject([
    { sku: "LAMP", refund_status: true, credit: { state: "CONFIRMED" } },
    // The credit doesn't contain what was missing.
    { sku: "ANVIL", refund_status: false },
  ]);
  const { followReturns } = await import("~/functions/orderReturns/follow-returns.server");
  await followReturns.run(DEMO, new AbortController().signal);
  expect(await listedOpen(opened)).toBeUndefined();
  const { timeline } = await found(order);
  const done = timeline.filter(({ who }) => who !== "UPS");
  expect(done.map(({ who, text }) => `${who} ${text}`)).toEqual([
    "Backroom saw that the return was refunded",
    "Olivia Owner received the items (1 restocked, 1 not restocked, 1 missing), for a refund of $13.00 to store credit",
    "Olivia Owner created the return in Shopify",
    expect.stringMatching(/^Olivia Owner bought the label 1Z\w+ for \$12\.85, for 3 units$/),
  ]);
  expect(timeline.every(({ return_name }) => return_name === receipt.return_name)).toBe(true);
});

test("each line of a large return is announced, shown, received and refunded", async () => {
  const { store } = shop.localStore;
  const { customer } = await createCustomer(store, DEMO, {
    firstName: "Lou",
    lastName: "Large",
    email: null,
  });
  const orderLines = Array.from({ length: 120 }, (_, index) => ({
    title: `Part ${index}`,
    sku: `PART-${index}`,
    quantity: 1,
    price_cents: 100,
    grams: 10,
  }));
  const { order } = await placeOrder(store, DEMO, {
    customerId: customer?.id ?? 0,
    order: { lines: orderLines, shipping_address: ADDRESS },
  });
  if (!order) throw new Error("The order was not placed.");
  const placed = { id: order.id, orderId: `gid://shopify/Order/${order.id}`, customerId: customer?.id ?? 0 };
  // Of a fulfillment, at most 100 lines can be returned.
  const half = (await linesOf(store.pool, order)).slice(0, 60);
  const lines = half.map(({ id }) => ({ lineId: id, quantity: 1 }));
  await fulfillOrder(store, DEMO, order.id, { lines });
  await fulfillOrder(store, DEMO, order.id, {});
  const { edges } = (await found(placed)).orderDetails.lineItems;
  const lineItems = edges.map(({ node }) => ({ lineitem_id: node.id, quantity: 1 }));
  expect(await owner.orderReturns.create({ orderId: placed.orderId, lineItems })).toMatchObject({
    success: true,
  });
  const { rows: parcels } = await store.pool.query(
    `SELECT jsonb_array_length(to_jsonb(d.lines)) AS lines FROM reverse_deliveries d
       JOIN reverse_fulfillment_orders o ON o.id = d.reverse_fulfillment_order_id
       JOIN order_returns r ON r.id = o.return_id WHERE r.order_id = $1`,
    [order.id],
  );
  expect(parcels).toEqual([{ lines: 120 }]);
  const { returns } = await found(placed);
  expect(new Set(returns.map(({ sku }) => sku)).size).toBe(120);
  const returnId = returns[0]?.return_id ?? "";
  const receipt = await owner.orderReturns.receipt({ return_id: returnId });
  expect(receipt.lines).toHaveLength(120);
  const opened = { order: placed, returnId, receipt };
  await owner.orderReturns.process(requestFor(opened));
  const stored = await storedReturn(opened);
  expect(stored.lines.filter(({ processed }) => processed === 1)).toHaveLength(120);
  expect(await postingsFor(opened)).toMatchObject([{ amountCents: 12_000 }]);
});

test("the same click again gets the same answer, and a lost answer credits once", async () => {
  const opened = await openReturn();
  const request = requestFor(opened);
  const answer = await owner.orderReturns.process(request);
  expect(answer.msg).toBe(
    `The items of ${opened.receipt.return_name} were received. $30.00 is being added to the customer's store credit.`,
  );
  expect(await owner.orderReturns.process(request)).toEqual(answer);
  const [received] = (await found(opened.order)).returns;
  expect(await refusalOf(owner.orderReturns.cancel({ case_id: received?.case_id ?? "" }))).toMatchObject({
    status: 409,
    message: "The items of this return were received already, so it can't be canceled.",
  });
  expect(await postingsFor(opened)).toHaveLength(1);

  const lost = await openReturn();
  shop.localStore.store.faults.setFor(DEMO, "ReturnProcess", { cutAfterCommit: 1 });
  const again = requestFor(lost);
  expect(await refusalOf(owner.orderReturns.process(again))).toMatchObject({
    status: 502,
    message: expect.stringContaining("Backroom finishes this in the background."),
  });
  shop.localStore.store.faults.reset(DEMO);
  expect(await postingsFor(lost)).toEqual([]);
  await finish();
  await finish();
  expect(await postingsFor(lost)).toHaveLength(1);
  expect((await storedReturn(lost)).lines.map(({ processed }) => processed)).toEqual([2, 1]);
  expect((await owner.orderReturns.process(again)).success).toBe(true);
  expect(await postingsFor(lost)).toHaveLength(1);
});

test("a database connection that is lost while a return is received isn't taken for a lost answer of Shopify", async () => {
  const opened = await openReturn();
  await refreshMirror([opened.order.customerId]);
  await ledger.post("Credit", opened.order.customerId, 500);
  const request = requestFor(opened);
  const { database } = await import("~/platform/db/pool.server");
  const blocker = await database().connect();
  try {
    await blocker.query("BEGIN");
    await blocker.query("SELECT 1 FROM credit_accounts WHERE customer_id = $1 FOR UPDATE", [
      opened.order.customerId,
    ]);
    const receiving = refusalOf(owner.orderReturns.process(request));
    await expect.poll(countWaitingSessions).toBe(1);
    await endWaitingSessions();
    expect(await receiving).toMatchObject({
      status: 503,
      message: expect.stringContaining("The database can't be reached"),
    });
  } finally {
    // It also rolls back.
    blocker.release(true);
  }
  await finish();
  expect((await owner.orderReturns.process(request)).success).toBe(true);
  expect(await postingsFor(opened)).toHaveLength(2);
});

test("a return that is refunded in Shopify before its receipt is finished says what Backroom refunded", async () => {
  const opened = await openReturn();
  const request = requestFor(opened);
  shop.localStore.store.faults.setFor(DEMO, "ReturnProcess", { cutBeforeCommit: 1 });
  expect(await refusalOf(owner.orderReturns.process(request))).toMatchObject({ status: 502 });
  shop.localStore.store.faults.reset(DEMO);
  const { id, lines } = await storedReturn(opened);
  await processReturn(shop.localStore.store, DEMO, id, {
    lines: lines.map((line) => ({ id: line.id, quantity: line.quantity, restock: true })),
    transfers: [{ to: "credit", cents: 3_000, expiresAt: null }],
  });
  await finish();
  expect(await refusalOf(owner.orderReturns.process(request))).toMatchObject({
    status: 409,
    message: `${opened.receipt.return_name} was refunded in Shopify. Backroom refunded nothing.`,
  });
  expect(await postingsFor(opened)).toEqual([]);
});

test("a worker that stops doesn't wait for Shopify", async () => {
  const { faults, counters } = shop.localStore.store;
  const opened = await openReturn();
  const request = requestFor(opened);
  faults.setFor(DEMO, "ReturnProcess", { cutBeforeCommit: 1 });
  expect(await refusalOf(owner.orderReturns.process(request))).toMatchObject({ status: 502 });
  faults.reset(DEMO);
  faults.setFor(DEMO, "ReturnToProcess", { latencyMs: 60_000 });
  counters.reset(DEMO);
  const stops = new AbortController();
  const finishing = finish(stops.signal);
  await expect.poll(() => counters.of(DEMO).requests.ReturnToProcess).toBe(1);
  stops.abort();
  await finishing;
  faults.reset(DEMO);
  await finish();
  expect((await owner.orderReturns.process(request)).success).toBe(true);
});

test("of items that are all missing, none is said to be received", async () => {
  const opened = await openReturn();
  const lines = opened.receipt.lines.map(({ id }) => ({ id, disposition: "MISSING" as const }));
  const request = requestFor(opened, { lines, refund_to: "none", refund_cents: 0 });
  expect((await owner.orderReturns.process(request)).msg).toBe(
    `The items of ${opened.receipt.return_name} were recorded as missing.`,
  );
});

test("of a receipt and a cancellation at the same time, one takes effect", async () => {
  const opened = await openReturn();
  const [row] = (await found(opened.order)).returns;
  const results = await Promise.allSettled([
    owner.orderReturns.process(requestFor(opened)),
    owner.orderReturns.cancel({ case_id: row?.case_id ?? "" }),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const isCanceled = (await found(opened.order)).returns.length === 0;
  expect(await postingsFor(opened)).toHaveLength(isCanceled ? 0 : 1);
  expect((await found(opened.order)).pending).toBe(0);
});

test("a return that was refunded in Shopify, and a caller without Credits, get no credit", async () => {
  await signedInCalls(shop, "3");
  await grantAccess("3", ["showOrderReturns"]);
  const clerk = await signedInCalls(shop, "3");
  const opened = await openReturn();
  expect(await clerk.orderReturns.receipt({ return_id: opened.returnId })).toMatchObject({
    credit_problem: "You need access to Credits to refund to store credit.",
  });
  expect(await refusalOf(clerk.orderReturns.process(requestFor(opened)))).toMatchObject({ status: 403 });
  const received = await clerk.orderReturns.process(requestFor(opened, { refund_to: "none" }));
  expect(received.msg).toBe(`The items of ${opened.receipt.return_name} were received.`);
  expect(await postingsFor(opened)).toEqual([]);
  const { followReturns } = await import("~/functions/orderReturns/follow-returns.server");
  await followReturns.run(DEMO, new AbortController().signal);
  const byClerk = { at: expect.any(String), by: "Nora Novak" };
  expect(await listedOpen(opened)).toMatchObject({ received: { ...byClerk, units: 3 } });
  const [row] = (await found(opened.order)).returns;
  expect(row).toMatchObject({ refund_status: false, received: { ...byClerk, is_missing: false } });

  const elsewhere = await openReturn();
  const { id, lines } = await storedReturn(elsewhere);
  await processReturn(shop.localStore.store, DEMO, id, {
    lines: lines.map((line) => ({ id: line.id, quantity: line.quantity, restock: true })),
    transfers: [{ to: "credit", cents: 3_000, expiresAt: null }],
  });
  expect(await refusalOf(owner.orderReturns.process(requestFor(elsewhere)))).toMatchObject({ status: 409 });
  expect(await postingsFor(elsewhere)).toEqual([]);
});
