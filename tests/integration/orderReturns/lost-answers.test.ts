/** Returns after lost and late answers of UPS and Shopify. */
import { randomUUID } from "node:crypto";
import http, { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { liveUps } from "~/connectors/ups/live.server";
import { setDeadlineMs } from "~/platform/deadline.server";
import { upsAccountOf } from "../../../local-store/ups/accounts.ts";
import {
  createReturn,
  findOrder,
  finishReturns,
  fulfilledOrder,
  outsideOf,
  RECEIVER,
  readCaseStates,
  setUpUps,
  upsAccess,
} from "../../support/returns.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../console/two-shops.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof setUpUps>>;
beforeAll(async () => {
  shop = await openTestShop("lost-answers");
  owner = await setUpUps(shop);
});
afterEach(() => {
  vi.unstubAllGlobals();
  shop.localStore.store.faults.reset(DEMO);
});
afterAll(() => shop.close());

type Order = Awaited<ReturnType<typeof fulfilledOrder>>;
const found = (order: Order) => findOrder(shop, owner, order);
const create = (
  order: Order,
  quantities: Record<string, number>,
  more?: Partial<Parameters<typeof owner.orderReturns.create>[0]>,
) => createReturn(shop, owner, order, quantities, more);
const query = async (text: string, values?: unknown[]) => {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(DEMO, (tx) => tx.$client.query(text, values));
};
const finish = () => finishReturns(query);
const caseStates = (order: Order) => readCaseStates(query, order.orderId);
/** All labels that were sold, and returns of an order. */
const bought = async (order: Order) => {
  const { labels, returns } = await outsideOf(shop, [order.id]);
  return { labels: labels.length, returns: returns.length };
};

/** A return whose label UPS failed to sell, as far as it answered. @returns its order, and the label's reference */
const failedAtUps = async () => {
  const order = await fulfilledOrder(shop);
  const operationId = randomUUID();
  shop.localStore.store.faults.set(DEMO, { upsServerError: 1 });
  expect(await refusalOf(create(order, { LAMP: 1 }, { operationId }))).toMatchObject({ status: 502 });
  shop.localStore.store.faults.reset(DEMO);
  return { order, reference: operationId.replaceAll("-", "") };
};
const sellLate = (reference: string) =>
  liveUps(upsAccess(shop)).buyReturnLabel({
    reference,
    sender: RECEIVER,
    receiver: RECEIVER,
    weight: 2,
    service: "03",
    packaging: "02",
    description: "Sold late",
  });
const references = async () => (await outsideOf(shop, [])).labels.map(({ reference }) => reference);
const voidDueLabels = async () => {
  const { voidLateLabels } = await import("~/functions/orderReturns/finish-open-returns.server");
  await voidLateLabels.run(DEMO, new AbortController().signal);
};
/** Makes labels due that are rechecked, the one with this reference first. */
const makeDue = (first: string) =>
  query(
    `UPDATE return_cases SET recheck_at = now() - CASE id WHEN $1::uuid THEN 2 ELSE 1 END * interval '1 second'
      WHERE recheck_at IS NOT NULL`,
    [first],
  );

test("a label that UPS sells after it failed is voided, also when UPS refused to look for it", async () => {
  const before = await references();
  const stored = await owner.connectors.ups.read();
  for (const isRefused of [false, true]) {
    const { order, reference } = await failedAtUps();
    if (isRefused) await owner.connectors.ups.save({ ...stored, clientSecret: "wrong" });
    await finish();
    if (!isRefused)
      expect((await found(order)).attempts).toMatchObject([
        { is_undone: true, result: "Not created: No answer from UPS arrived, and it sold no label." },
      ]);
    // It had no label.
    const [attempt] = (await found(order)).attempts;
    expect(await owner.orderReturns.cancel({ case_id: attempt?.id ?? "" })).toMatchObject({
      msg: "The return was canceled.",
    });
    if (isRefused) await setUpUps(shop);
    expect(await caseStates(order)).toEqual([{ state: "failed", failure: "ups" }]);
    expect((await outsideOf(shop, [order.id])).returns).toEqual([]);
    expect(await references()).toEqual(before);

    await sellLate(reference);
    // UPS isn't asked again before the request has certainly ended.
    await voidDueLabels();
    expect(await references()).toEqual([...before, reference]);
    await makeDue(reference);
    await voidDueLabels();
    expect(await references()).toEqual(before);
  }
});

test("a late label that can't be voided yet doesn't hold up the others", async () => {
  const before = await references();
  const [first, second] = [await failedAtUps(), await failedAtUps()];
  await finish();
  for (const { reference } of [first, second]) await sellLate(reference);
  // UPS can't draw the first one.
  const { pool } = shop.localStore.store;
  const { rows } = await pool.query<{ shipment: unknown }>(
    "SELECT shipment FROM ups_shipments WHERE reference = $1",
    [first.reference],
  );
  const setShipment = (shipment: unknown) =>
    pool.query("UPDATE ups_shipments SET shipment = $2 WHERE reference = $1", [
      first.reference,
      JSON.stringify(shipment),
    ]);
  await setShipment({});
  await makeDue(first.reference);
  await voidDueLabels();
  expect(await references()).toEqual([...before, first.reference]);
  // It is due behind all that are due already.
  const { rows: due } = await query(
    "SELECT recheck_at > now() - interval '1 second' AS is_last, recheck_at <= now() AS is_due FROM return_cases WHERE id = $1",
    [first.reference],
  );
  expect(due).toEqual([{ is_last: true, is_due: true }]);
  await setShipment(rows[0]?.shipment);
  await voidDueLabels();
  expect(await references()).toEqual(before);
});

test("while UPS is down, not all late labels are looked for", async () => {
  const before = await references();
  const late = [await failedAtUps(), await failedAtUps(), await failedAtUps()];
  await finish();
  for (const { reference } of late) await sellLate(reference);
  await makeDue(late[0]?.reference ?? "");
  const due = async () =>
    (await query("SELECT id, recheck_at FROM return_cases WHERE recheck_at IS NOT NULL")).rows;
  const dueBefore = new Map((await due()).map(({ id, recheck_at }) => [id, recheck_at.getTime()]));
  shop.localStore.store.faults.set(DEMO, { upsServerError: 1 });
  await voidDueLabels();
  shop.localStore.store.faults.reset(DEMO);
  const tried = (await due()).filter(({ id, recheck_at }) => recheck_at.getTime() !== dueBefore.get(id));
  expect(tried).toHaveLength(2);
  await voidDueLabels();
  expect(await references()).toEqual(before);
});

test("an undo whose answer was lost is finished, too", async () => {
  const { faults } = shop.localStore.store;
  const before = (await outsideOf(shop, [])).labels.length;
  for (const cut of [{ cutAfterCommit: 1 }, { cutBeforeCommit: 1 }]) {
    const order = await fulfilledOrder(shop);
    faults.setFor(DEMO, "ReverseDeliveryCreate", { userError: 1 });
    faults.setFor(DEMO, "ReturnCancel", cut);
    expect(await refusalOf(create(order, { LAMP: 1 }))).toMatchObject({ status: 502 });
    faults.reset(DEMO);
    await finish();
    expect(await caseStates(order)).toEqual([{ state: "failed", failure: "shopify" }]);
    expect(await outsideOf(shop, [order.id])).toMatchObject({ returns: [], labels: { length: before } });
  }
});

test("a return whose answer was lost is finished once", async () => {
  const { faults } = shop.localStore.store;
  for (const operation of ["ReturnCreate", "StagedUploadsCreate", "ReverseDeliveryCreate"]) {
    const order = await fulfilledOrder(shop);
    faults.setFor(DEMO, operation, { cutAfterCommit: 1 });
    const answer = refusalOf(create(order, { LAMP: 1 }));
    expect(await answer).toMatchObject({ status: 502 });
    expect((await found(order)).pending).toBe(1);
    expect(await refusalOf(create(order, { ANVIL: 1 }))).toMatchObject({ status: 409 });
    faults.reset(DEMO);
    await finish();
    const { returns, labels } = await outsideOf(shop, [order.id]);
    expect(returns).toHaveLength(1);
    expect(returns[0]?.tracking).toBeTruthy();
    expect(labels.filter(({ reference }) => returns[0]?.note.includes(reference))).toHaveLength(1);
    expect(await caseStates(order)).toEqual([{ state: "done", failure: null }]);
  }
});

/** UPS, except for the paths that never get an answer. */
async function withSilentUps(isSilent: (path: string) => boolean, work: () => Promise<void>) {
  const server = createServer((request, response) => {
    const { url = "", method, headers } = request;
    if (isSilent(url)) return;
    const forwarded = http.request(`${shop.localStore.url}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { hasSecret: _flag, ...settings } = await owner.connectors.ups.read({});
  const { clientSecret } = upsAccountOf(DEMO);
  const { port } = server.address() as AddressInfo;
  await owner.connectors.ups.save({ ...settings, base_url: `http://127.0.0.1:${port}/ups`, clientSecret });
  setDeadlineMs(2_000);
  try {
    await work();
  } finally {
    setDeadlineMs();
    await owner.connectors.ups.save({ ...settings, clientSecret });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("a UPS that never answers ends the wait at the deadline, and a task ends what was begun", async () => {
  for (const isSilent of [() => true, (path: string) => path.includes("/ship")]) {
    const order = await fulfilledOrder(shop);
    const { labels } = await bought(order);
    await withSilentUps(isSilent, async () => {
      expect(await refusalOf(create(order, { LAMP: 1 }))).toMatchObject({
        status: 502,
        message: expect.stringContaining("Backroom finishes or cancels this return in the background."),
      });
      expect(await caseStates(order)).toHaveLength(1);
    });
    await finish();
    expect(await bought(order)).toEqual({ labels, returns: 0 });
  }
});

test("while UPS is down, a run tries two returns, and the next run begins with the others", async () => {
  for (let number = 1; number <= 3; number++) await failedAtUps();
  const { finishOpenReturns } = await import("~/functions/orderReturns/finish-open-returns.server");
  const run = () => finishOpenReturns.run(DEMO, new AbortController().signal);
  const attempts = async () => {
    const { rows } = await query("SELECT attempt FROM return_cases WHERE state = 'started' ORDER BY attempt");
    return rows.map(({ attempt }) => attempt);
  };
  expect(await attempts()).toEqual([1, 1, 1]);
  shop.localStore.store.faults.set(DEMO, { upsServerError: 1 });
  await run();
  expect(await attempts()).toEqual([1, 2, 2]);
  await run();
  expect(await attempts()).toEqual([2, 2, 3]);
  shop.localStore.store.faults.reset(DEMO);
  await run();
  expect(await attempts()).toEqual([]);
});
