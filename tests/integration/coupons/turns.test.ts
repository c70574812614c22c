/** Long work with coupons makes room for the tasks of other shops, and ends while Shopify is down. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Task } from "~/platform/jobs/task.server";
import { signedInCalls } from "../../support/calls.ts";
import { customerWithAccount } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import type { Calls } from "../imports/support.ts";
import { addCodes, checkCodes, codesInStore, createPool, placePaidOrder } from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("coupon_turns");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

/** Runs a task in a slot, while Shopify throttles the shop. */
async function runThrottled(task: Task): Promise<void> {
  const { reportThrottle } = await import("~/platform/jobs/start-later.server");
  reportThrottle(DEMO, 60_000);
  await task.run(DEMO, new AbortController().signal, { isWanted: () => false });
}

test("codes are sent a batch at a time", async () => {
  const { sendCodes } = await import("~/functions/coupons/tasks.server");
  for (const name of ["First", "Second"]) {
    const pool = await createPool(calls, name, { assigns: false });
    const { id } = await checkCodes(calls, pool.id, [`${name}-1`]);
    await calls.imports.start({ id });
  }
  await expect(runThrottled(sendCodes)).rejects.toMatchObject({ name: "StartLater" });
  expect(await codesInStore(shop)).toEqual(["First: First-1"]);
  await expect(runThrottled(sendCodes)).rejects.toMatchObject({ name: "StartLater" });
  expect(await codesInStore(shop)).toEqual(["First: First-1", "Second: Second-1"]);
  await runThrottled(sendCodes);
});

test("coupons are assigned an order at a time", async () => {
  const { fillWaitingOrders } = await import("~/functions/coupons/assign.server");
  const customerId = await customerWithAccount(shop.localStore, "cora@example.com");
  const pool = await createPool(calls, "Waited for", { tag: "wait" });
  for (let orders = 0; orders < 2; orders += 1) await placePaidOrder(shop, { customerId, tags: ["wait"] });
  await addCodes(calls, pool.id, ["Wait-1", "Wait-2"]);
  const waiting = async () => (await calls.coupons.pool({ id: Number(pool.id) })).waiting;
  await expect(runThrottled(fillWaitingOrders)).rejects.toMatchObject({ name: "StartLater" });
  expect(await waiting()).toBe(1);
  await expect(runThrottled(fillWaitingOrders)).rejects.toMatchObject({ name: "StartLater" });
  expect(await waiting()).toBe(0);
  await runThrottled(fillWaitingOrders);
});

test("while Shopify is down, neither the waiting orders nor the pools are all read", async () => {
  const [{ fillWaitingOrders }, { readUsageOfPools }, { sendCodes }] = await Promise.all([
    import("~/functions/coupons/assign.server"),
    import("~/functions/coupons/discount.server"),
    import("~/functions/coupons/tasks.server"),
  ]);
  const customerId = await customerWithAccount(shop.localStore, "ora@example.com");
  const pool = await createPool(calls, "Down", { tag: "down" });
  for (let orders = 0; orders < 3; orders += 1) await placePaidOrder(shop, { customerId, tags: ["down"] });
  await addCodes(calls, pool.id, ["Down-1", "Down-2", "Down-3"]);
  for (const name of ["Later", "Last"]) {
    const { id } = await createPool(calls, name, { assigns: false });
    await calls.imports.start({ id: (await checkCodes(calls, id, [`${name}-1`])).id });
  }
  const never = new AbortController().signal;
  const { counters, faults } = shop.localStore.store;
  const requestsDuring = async (task: Task) => {
    counters.reset(DEMO);
    await task.run(DEMO, never);
    return counters.of(DEMO).requests;
  };
  faults.set(DEMO, { serverError: 1 });
  try {
    // One record is tried 9 times.
    expect(await requestsDuring(fillWaitingOrders)).toMatchObject({ OrderContact: 9 });
    expect(await requestsDuring(readUsageOfPools)).toMatchObject({ DiscountCodesUsage: 9 });
    expect(await requestsDuring(sendCodes)).toMatchObject({ DiscountCreate: 9 });
  } finally {
    faults.reset(DEMO);
  }
  faults.setFor(DEMO, "OrderContact", { serverError: 1 });
  expect(await requestsDuring(fillWaitingOrders)).toMatchObject({ OrderContact: 27 });
  faults.reset(DEMO);
});
