/** Returns that are canceled, against the local store and the stand-in of UPS. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  createReturn,
  findOrder,
  finishReturns,
  fulfilledOrder,
  outsideOf,
  readCaseStates,
  setUpUps,
} from "../../support/returns.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions, endWaitingSessions } from "../../support/waiting-sessions.ts";
import { refusalOf } from "../console/two-shops.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof setUpUps>>;
beforeAll(async () => {
  shop = await openTestShop("created-returns");
  owner = await setUpUps(shop);
});
afterEach(() => void shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

type Order = Awaited<ReturnType<typeof fulfilledOrder>>;
const found = (order: Order) => findOrder(shop, owner, order);
const itemsOf = async (order: Order) =>
  Object.fromEntries((await found(order)).orderDetails.lineItems.edges.map(({ node }) => [node.sku, node]));
const create = (order: Order, quantities: Record<string, number>) =>
  createReturn(shop, owner, order, quantities);
const query = async (text: string, values?: unknown[]) => {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(DEMO, (tx) => tx.$client.query(text, values));
};
const finish = () => finishReturns(query);
const caseStates = (order: Order) => readCaseStates(query, order.orderId);
/** A request to receive all items of a return without a refund. */
const receiptOf = async (returnId: string) => {
  const { lines, amounts } = await owner.orderReturns.receipt({ return_id: returnId });
  return {
    return_id: returnId,
    lines: lines.map(({ id }) => ({ id, disposition: "NOT_RESTOCKED" as const })),
    refund_to: "none" as const,
    refund_cents: amounts.refund,
    operationId: randomUUID(),
  };
};

test("a return is canceled with its label, until its package is on its way", async () => {
  const { faults, pool } = shop.localStore.store;
  const order = await fulfilledOrder(shop);
  await create(order, { LAMP: 3 });
  const [row] = (await found(order)).returns;
  const caseId = row?.case_id ?? "";
  const setPackage = (status: string) =>
    pool.query("UPDATE ups_shipments SET tracking_status = $2 WHERE tracking_number = $1", [
      row?.tracking_number,
      status,
    ]);
  await setPackage("I");
  expect(await refusalOf(owner.orderReturns.cancel({ case_id: caseId }))).toMatchObject({
    status: 409,
    message: expect.stringContaining("on its way"),
  });
  await setPackage("M");
  faults.setFor(DEMO, "ReturnCancel", { cutAfterCommit: 1 });
  expect(await refusalOf(owner.orderReturns.cancel({ case_id: caseId }))).toMatchObject({ status: 502 });
  faults.reset(DEMO);
  await finish();
  const { returns, labels } = await outsideOf(shop, [order.id]);
  expect(returns).toEqual([]);
  expect(labels.map(({ tracking_number }) => tracking_number)).not.toContain(row?.tracking_number);
  const { returns: listed, timeline } = await found(order);
  expect(listed).toEqual([]);
  const canceled = ["canceled the return", "undid the return in Shopify", "voided the label"];
  expect(timeline.map(({ text }) => text)).toEqual(expect.arrayContaining(canceled));
  expect((await itemsOf(order)).LAMP?.returnableQuantity).toBe(3);
  expect(await refusalOf(owner.attachments.detail({ id: row?.label_id ?? "" }))).toMatchObject({
    status: 404,
  });
  // Again, it does nothing.
  expect(await owner.orderReturns.cancel({ case_id: caseId })).toMatchObject({ success: true });
  expect(await refusalOf(owner.orderReturns.cancel({ case_id: randomUUID() }))).toMatchObject({
    status: 404,
  });
});

test("a return whose label UPS refuses to void is canceled, and its order isn't locked", async () => {
  const order = await fulfilledOrder(shop);
  await create(order, { LAMP: 1 });
  const [row] = (await found(order)).returns;
  const input = { case_id: row?.case_id ?? "" };
  // As after the void period.
  await shop.localStore.store.pool.query("DELETE FROM ups_shipments WHERE tracking_number = $1", [
    row?.tracking_number,
  ]);
  const canceled = {
    success: true,
    msg: "The return was canceled. UPS didn't void its label, so it can still be used.",
    is_complete: false,
  };
  expect(await owner.orderReturns.cancel(input)).toEqual(canceled);
  expect(await owner.orderReturns.cancel(input)).toEqual(canceled);
  const { rows } = await query("SELECT state, failure_reason, label_id FROM return_cases WHERE id = $1", [
    input.case_id,
  ]);
  expect(rows).toEqual([
    {
      state: "failed",
      failure_reason: expect.stringMatching(
        /^Canceled by .+\. UPS didn't void the label: 190102 No shipment/,
      ),
      label_id: row?.label_id,
    },
  ]);
  expect((await outsideOf(shop, [order.id])).returns).toEqual([]);
  expect(await create(order, { LAMP: 1 })).toMatchObject({ success: true });
});

test("a return that Shopify refuses to cancel stays a created return with its label", async () => {
  const { faults } = shop.localStore.store;
  const order = await fulfilledOrder(shop);
  await create(order, { LAMP: 1 });
  const [row] = (await found(order)).returns;
  const caseId = row?.case_id ?? "";
  const readCase = async () =>
    (await query("SELECT state, failure, finished_at FROM return_cases WHERE id = $1", [caseId])).rows;
  const before = await readCase();
  const [{ labels }] = [await outsideOf(shop, [order.id])];
  faults.setFor(DEMO, "ReturnCancel", { userError: 1 });
  expect(await refusalOf(owner.orderReturns.cancel({ case_id: caseId }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Shopify didn't cancel the return: .+ as before\.$/),
  });
  expect(await readCase()).toEqual(before);
  expect(before).toMatchObject([{ state: "done", failure: null }]);
  expect(await outsideOf(shop, [order.id])).toMatchObject({ labels, returns: [{}] });
  expect((await found(order)).attempts).toMatchObject([
    {
      id: caseId,
      is_pending: false,
      result: expect.stringMatching(/^Not canceled: Shopify didn't cancel .+ as before\.$/),
    },
  ]);
  faults.reset(DEMO);
  expect(await owner.orderReturns.cancel({ case_id: caseId })).toMatchObject({ success: true });
  expect((await found(order)).attempts).toEqual([]);
});

test("a return that is being canceled is neither canceled again nor received", async () => {
  const { faults } = shop.localStore.store;
  const order = await fulfilledOrder(shop);
  await create(order, { LAMP: 1 });
  const [row] = (await found(order)).returns;
  const [caseId, returnId] = [row?.case_id ?? "", row?.return_id ?? ""];
  const receipt = await receiptOf(returnId);
  faults.setFor(DEMO, "ReturnCancel", { cutBeforeCommit: 1 });
  expect(await refusalOf(owner.orderReturns.cancel({ case_id: caseId }))).toMatchObject({ status: 502 });
  faults.reset(DEMO);
  const refusal = {
    status: 409,
    message: "This return is being canceled or was canceled. Search for the order again.",
  };
  expect(await refusalOf(owner.orderReturns.cancel({ case_id: caseId }))).toMatchObject(refusal);
  expect(await refusalOf(owner.orderReturns.process(receipt))).toMatchObject(refusal);
  await finish();
  expect((await found(order)).returns).toEqual([]);
});

test("a return that changes while its cancellation is checked isn't canceled", async () => {
  const { store } = shop.localStore;
  const order = await fulfilledOrder(shop);
  await create(order, { LAMP: 1 });
  const [row] = (await found(order)).returns;
  store.counters.reset(DEMO);
  store.faults.setFor(DEMO, "ReturnProgress", { latencyMs: 60_000 });
  const refusal = refusalOf(owner.orderReturns.cancel({ case_id: row?.case_id ?? "" }));
  await expect.poll(() => store.counters.of(DEMO).requests.ReturnProgress).toBe(1);
  // As after another cancellation that Shopify refused.
  await query("UPDATE return_cases SET attempt = attempt + 1 WHERE id = $1", [row?.case_id]);
  store.faults.reset(DEMO);
  expect(await refusal).toMatchObject({
    status: 409,
    message: "This return was changed. Search for the order again.",
  });
  expect((await found(order)).returns).toHaveLength(1);
});

test("a database connection that is lost isn't taken for a lost answer of UPS or Shopify", async () => {
  const order = await fulfilledOrder(shop);
  const { database } = await import("~/platform/db/pool.server");
  const loseConnection = async (call: () => Promise<unknown>) => {
    const blocker = await database().connect();
    try {
      await blocker.query("BEGIN; LOCK TABLE attachments IN SHARE MODE");
      const refusal = refusalOf(call());
      await expect.poll(countWaitingSessions).toBe(1);
      await endWaitingSessions();
      return await refusal;
    } finally {
      // It also rolls back.
      blocker.release(true);
    }
  };
  const lost = { status: 503, message: expect.stringContaining("The database can't be reached") };
  expect(await loseConnection(() => create(order, { LAMP: 1 }))).toMatchObject(lost);
  await finish();
  const [row] = (await found(order)).returns;
  const input = { case_id: row?.case_id ?? "" };
  expect(await loseConnection(() => owner.orderReturns.cancel(input))).toMatchObject(lost);
  await finish();
  expect((await found(order)).returns).toEqual([]);
});

/** Creates a return that Shopify lets no parcel be announced for, so that it is undone. */
const createRefused = (order: Order) => {
  shop.localStore.store.faults.setFor(DEMO, "ReverseDeliveryCreate", { userError: 1 });
  return create(order, { LAMP: 1 });
};

test("a failed return is canceled later when Shopify had a fault", async () => {
  const { faults } = shop.localStore.store;
  const order = await fulfilledOrder(shop);
  const before = await outsideOf(shop, [order.id]);
  faults.setFor(DEMO, "ReturnCancel", { userError: 1 });
  expect(await refusalOf(createRefused(order))).toMatchObject({ status: 502 });
  expect(await caseStates(order)).toEqual([{ state: "started", failure: "shopify" }]);
  faults.reset(DEMO);
  await finish();
  expect(await caseStates(order)).toEqual([{ state: "failed", failure: "shopify" }]);
  expect(await outsideOf(shop, [order.id])).toEqual(before);
});

test("a failed return whose cancellation lost its answer isn't taken for one that Shopify refuses to cancel", async () => {
  const { store } = shop.localStore;
  const order = await fulfilledOrder(shop);
  const before = await outsideOf(shop, [order.id]);
  store.counters.reset(DEMO);
  store.faults.setFor(DEMO, "ReturnCancel", { latencyMs: 60_000 });
  const created = createRefused(order);
  await expect.poll(() => store.counters.of(DEMO).requests.ReturnCancel).toBe(1);
  await store.pool.query("UPDATE order_returns SET status = 'CANCELED' WHERE order_id = $1", [order.id]);
  store.faults.reset(DEMO);
  expect(await created).toMatchObject({ success: false, reason: expect.stringMatching(/^[^.]+parcel/) });
  expect(await outsideOf(shop, [order.id])).toEqual(before);
});

test("a failed return that Shopify can't cancel for a day ends with both reasons, and keeps its label", async () => {
  const { faults } = shop.localStore.store;
  const order = await fulfilledOrder(shop);
  const before = (await outsideOf(shop, [])).labels.length;
  faults.setFor(DEMO, "ReturnCancel", { userError: 1 });
  expect(await refusalOf(createRefused(order))).toMatchObject({ status: 502 });
  await query("UPDATE return_cases SET started_at = now() - interval '25 hours' WHERE order_id = $1", [
    order.orderId,
  ]);
  await finish();
  expect(await caseStates(order)).toMatchObject([{ state: "failed" }]);
  const { attempts } = await found(order);
  expect(attempts).toMatchObject([
    {
      is_pending: false,
      result: expect.stringMatching(/announce the parcel.+ Shopify didn't cancel the return/),
    },
  ]);
  const { labels, returns } = await outsideOf(shop, [order.id]);
  expect([labels.length, returns.length]).toEqual([before + 1, 1]);
  const [row] = (await found(order)).returns;
  // It can't be canceled here, nor its label emailed.
  expect(row).toMatchObject({ label_id: expect.any(String), case_id: null });
  expect(await refusalOf(owner.orderReturns.cancel({ case_id: attempts[0]?.id ?? "" }))).toMatchObject({
    status: 409,
    message: expect.stringContaining("Cancel it in Shopify"),
  });
  // It is still open in Shopify, so its items can be received.
  expect(await owner.orderReturns.process(await receiptOf(row?.return_id ?? ""))).toMatchObject({
    success: true,
  });
});
