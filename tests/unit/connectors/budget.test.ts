import { beforeEach, expect, test, vi } from "vitest";
import { RateBudget } from "~/connectors/shopify/budget.server";

/** A clock that stands still until it is moved, and everybody who waits on it. */
const clock = vi.hoisted(() => ({ now: 0, sleepers: [] as { until: number; wake: () => void }[] }));

vi.mock("node:timers/promises", () => ({
  setTimeout: (milliseconds: number, _value: undefined, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise<void>((wake, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      clock.sleepers.push({ until: clock.now + milliseconds, wake });
    }),
}));

const status = (currentlyAvailable: number) => ({
  maximumAvailable: 2_000,
  restoreRate: 100,
  currentlyAvailable,
});

let budget: RateBudget;
beforeEach(() => {
  clock.now = 0;
  clock.sleepers.length = 0;
  budget = new RateBudget(() => clock.now);
});

/** Lets everything happen that needs no time. */
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

/** Asks for points, and tells when they were given. */
function ask(priority: "person" | "bulk", signal?: AbortSignal) {
  const asked = { isThrough: false, points: budget.take("A", priority, signal) };
  asked.points.then(
    () => {
      asked.isThrough = true;
    },
    () => undefined,
  );
  return asked;
}

/** Learns what the operation costs and how full the bucket is. */
async function learn(cost: number, available: number) {
  const taken = await budget.take("A", "person");
  budget.settle("A", taken, { requestedQueryCost: cost, throttleStatus: status(available) });
}

test("while nothing is known, one operation goes out to learn, and the others wait for what it learns", async () => {
  const [first, second] = [ask("person"), ask("person")];
  await advance(60_000);
  expect([first.isThrough, second.isThrough]).toEqual([true, false]);
  budget.settle("A", await first.points, { requestedQueryCost: 10, throttleStatus: status(1_000) });
  await advance(200);
  expect(await second.points).toBe(10);
});

test("bulk work leaves a fifth of the bucket to people", async () => {
  await learn(10, 405);
  const [bulk, person] = [ask("bulk"), ask("person")];
  await advance(0);
  expect([person.isThrough, bulk.isThrough]).toEqual([true, false]);
});

test("what waits goes on when the plan's rate has brought the points, and not before", async () => {
  await learn(100, 450);
  const bulk = ask("bulk");
  await advance(499);
  expect(bulk.isThrough).toBe(false);
  await advance(6);
  expect(bulk.isThrough).toBe(true);
  expect(await bulk.points).toBe(100);
});

test("points under way are not given out twice", async () => {
  await learn(60, 100);
  const [first, second] = [ask("person"), ask("person")];
  await advance(0);
  expect([first.isThrough, second.isThrough]).toEqual([true, false]);
  // The first one was never answered: its points come back.
  budget.settle("A", await first.points);
  await advance(200);
  expect(second.isThrough).toBe(true);
});

test("the bucket never holds more than its size, however long nobody asks", async () => {
  await learn(1_000, 2_000);
  await advance(3_600_000);
  const asked = [ask("person"), ask("person"), ask("person")];
  await advance(0);
  expect(asked.map(({ isThrough }) => isThrough)).toEqual([true, true, false]);
});

test("people are let through in the order in which they asked", async () => {
  await learn(100, 100);
  const asked = [ask("person"), ask("person"), ask("person")];
  await advance(1_005);
  expect(asked.map(({ isThrough }) => isThrough)).toEqual([true, true, false]);
});

test("who gives up waiting takes nothing and holds nobody up", async () => {
  await learn(100, 420);
  const gone = new AbortController();
  const [first, second] = [ask("bulk", gone.signal), ask("bulk")];
  await advance(100);
  gone.abort(new Error("gave up"));
  await expect(first.points).rejects.toThrow("gave up");
  await advance(705);
  expect(second.isThrough).toBe(true);
});
