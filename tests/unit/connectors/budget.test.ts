import { beforeEach, expect, test } from "vitest";
import { RateBudget } from "~/connectors/shopify/budget.server";

/** A fake clock and its timers. */
const clock = { now: 0, sleepers: [] as { until: number; wake: () => void }[] };

const sleep = (milliseconds = 0, _value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
  new Promise<never>((wake, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
    clock.sleepers.push({ until: clock.now + milliseconds, wake: wake as () => void });
  });

const status = (currentlyAvailable: number) => ({
  maximumAvailable: 2_000,
  restoreRate: 100,
  currentlyAvailable,
});

let budget: RateBudget;
beforeEach(() => {
  clock.now = 0;
  clock.sleepers.length = 0;
  budget = new RateBudget(() => clock.now, sleep);
});

/** Runs pending microtasks. */
async function settleDown() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

async function advance(milliseconds: number) {
  const end = clock.now + milliseconds;
  await settleDown();
  for (;;) {
    const next = clock.sleepers.filter(({ until }) => until <= end).sort((a, b) => a.until - b.until)[0];
    if (!next) break;
    clock.sleepers.splice(clock.sleepers.indexOf(next), 1);
    clock.now = Math.max(clock.now, next.until);
    next.wake();
    await settleDown();
  }
  clock.now = end;
}

/** Requests points, and records when they were granted. */
function request(priority: "person" | "bulk", signal?: AbortSignal) {
  const pending = { isGranted: false, points: budget.take("A", priority, signal) };
  pending.points.then(
    () => {
      pending.isGranted = true;
    },
    () => undefined,
  );
  return pending;
}

/** Sets the operation's cost and the available points. */
async function learn(cost: number, available: number) {
  const taken = await budget.take("A", "person");
  budget.settle("A", taken, { requestedQueryCost: cost, throttleStatus: status(available) });
}

test("before the first answer, one operation is sent and the others wait", async () => {
  const [first, second] = [request("person"), request("person")];
  await advance(60_000);
  expect([first.isGranted, second.isGranted]).toEqual([true, false]);
  budget.settle("A", await first.points, { requestedQueryCost: 10, throttleStatus: status(1_000) });
  await advance(200);
  expect(await second.points).toBe(10);
});

test("bulk work leaves a fifth of the bucket to people", async () => {
  await learn(10, 405);
  const [bulk, person] = [request("bulk"), request("person")];
  await advance(0);
  expect([person.isGranted, bulk.isGranted]).toEqual([true, false]);
});

test("an operation that needs more than its share of the bucket is sent when the bucket is full", async () => {
  const taken = await budget.take("A", "person");
  // Shopify may reduce the limits for a while.
  const throttleStatus = { maximumAvailable: 1_000, restoreRate: 50, currentlyAvailable: 500 };
  budget.settle("A", taken, { requestedQueryCost: 984, throttleStatus });
  const bulk = request("bulk");
  await advance(9_900);
  expect(bulk.isGranted).toBe(false);
  await advance(200);
  expect(await bulk.points).toBe(984);
});

test("a waiting operation proceeds when the restore rate has restored the points, and not before", async () => {
  await learn(100, 450);
  const bulk = request("bulk");
  await advance(499);
  expect(bulk.isGranted).toBe(false);
  await advance(6);
  expect(bulk.isGranted).toBe(true);
  expect(await bulk.points).toBe(100);
});

test("points in flight are not granted twice", async () => {
  await learn(60, 100);
  const [first, second] = [request("person"), request("person")];
  await advance(0);
  expect([first.isGranted, second.isGranted]).toEqual([true, false]);
  // The first one got no answer: its points are returned.
  budget.settle("A", await first.points);
  await advance(200);
  expect(second.isGranted).toBe(true);
});

test("the bucket never exceeds its size, however long it is idle", async () => {
  await learn(1_000, 2_000);
  await advance(3_600_000);
  const requests = [request("person"), request("person"), request("person")];
  await advance(0);
  expect(requests.map(({ isGranted }) => isGranted)).toEqual([true, true, false]);
});

test("people proceed in the order of their requests", async () => {
  await learn(100, 100);
  const requests = [request("person"), request("person"), request("person")];
  await advance(1_005);
  expect(requests.map(({ isGranted }) => isGranted)).toEqual([true, true, false]);
});

test("a canceled request takes no points and blocks no other", async () => {
  await learn(100, 420);
  const canceled = new AbortController();
  const [first, second] = [request("bulk", canceled.signal), request("bulk")];
  await advance(100);
  canceled.abort(new Error("canceled"));
  await expect(first.points).rejects.toThrow("canceled");
  await advance(705);
  expect(second.isGranted).toBe(true);
});
