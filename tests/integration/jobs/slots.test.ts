/** What a job does in a slot of the queue: it waits outside of it, and makes room for others. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ItemOutcome, PendingItem } from "~/platform/jobs/job.server";
import { signIn } from "../../guarantees/support/flags.ts";
import { deleteJobs } from "../../support/jobs.ts";
import { emptyQueue } from "../../support/queue.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { done, kindOf, read, running, start } from "./numbers-job.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("slots");
  await signIn([shop.token("1")]);
});
beforeEach(deleteJobs);
afterAll(() => shop.close());

const idle = { isWanted: () => false };

/** Runs a job in a slot. @returns when it starts again, or null when it has ended */
async function runInSlot(
  kind: Awaited<ReturnType<typeof kindOf>>["kind"],
  id: string,
  slot = idle,
): Promise<Date | null> {
  const [{ runJob }, { StartLater }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/platform/jobs/start-later.server"),
  ]);
  try {
    await runJob(DEMO, id, new Map([[kind.name, kind]]), running, slot);
    return null;
  } catch (error) {
    if (error instanceof StartLater) return error.at;
    throw error;
  }
}

test("a job whose items wait for another process leaves its slot, and goes on with the same operation ids", async () => {
  const operations = new Map<string, number>();
  const sent = new Set<string>();
  const { kind } = await kindOf(async (_n, { operationId }): Promise<ItemOutcome | PendingItem> => {
    operations.set(operationId, (operations.get(operationId) ?? 0) + 1);
    return { state: "pending", ref: operationId };
  });
  const settle = async (_shop: string, refs: readonly string[]) =>
    new Map(
      refs.filter((ref) => sent.has(ref)).map((ref) => [ref, { state: "done", message: "sent" } as const]),
    );
  const id = await start(kind, 30);
  expect(await runInSlot({ ...kind, settle }, id)).toBeInstanceOf(Date);
  const halfway = await read(id);
  expect(halfway.job).toMatchObject({ state: "running", done: 0, failed: 0 });
  expect(new Set(halfway.states)).toEqual(new Set(["waiting"]));
  // No more than the other process is given at a time.
  expect(operations.size).toBeLessThan(30);

  for (let n = 0; n < 30; n += 1) sent.add(`${id}:${n}`);
  expect(await runInSlot({ ...kind, settle }, id)).toBeNull();
  expect((await read(id)).job).toMatchObject({ state: "completed", done: 30, failed: 0 });
  expect(operations.size).toBe(30);
});

test("an item that has to wait doesn't hold up the others", async () => {
  const { startIn } = await import("~/platform/jobs/start-later.server");
  let isReady = false;
  const { kind, begun } = await kindOf(async (n) => {
    if (n === 2 && !isReady) throw startIn(60_000, "Another job changes this product.");
    return done(n);
  });
  const id = await start(kind, 9);
  const at = await runInSlot(kind, id);
  expect(Number(at)).toBeGreaterThan(Date.now() + 30_000);
  expect((await read(id)).job).toMatchObject({ state: "running", done: 8 });
  isReady = true;
  expect(await runInSlot(kind, id)).toBeNull();
  expect((await read(id)).job).toMatchObject({ state: "completed", done: 9 });
  expect(begun.filter((n) => n === 2)).toHaveLength(2);
});

test("while Shopify throttles the shop, a job does one item and leaves its slot", async () => {
  const { reportThrottle } = await import("~/platform/jobs/start-later.server");
  const { kind } = await kindOf(async (n) => {
    reportThrottle(DEMO, 1_500);
    return done(n);
  }, 1);
  const id = await start(kind, 3);
  for (const finished of [1, 2]) {
    expect(await runInSlot(kind, id)).toBeInstanceOf(Date);
    expect((await read(id)).job).toMatchObject({ state: "running", done: finished });
  }
  await runInSlot(kind, id);
  expect((await read(id)).job).toMatchObject({ done: 3 });
});

test("a person's decision about a job that waits outside of a slot starts it immediately", async () => {
  const { startIn } = await import("~/platform/jobs/start-later.server");
  const [{ enqueue, JOB_QUEUE }, { cancelJob, pauseJob }, { withShop }, { database }] = await Promise.all([
    import("~/platform/jobs/queue.server"),
    import("~/platform/jobs/control-job.server"),
    import("~/platform/db/with-shop.server"),
    import("~/platform/db/pool.server"),
  ]);
  const { kind } = await kindOf(async () => {
    throw startIn(600_000, "Not yet.");
  });
  const dueIn = async () => {
    const { rows } = await database().query<{ seconds: number }>(
      "SELECT extract(epoch FROM start_after - now())::int AS seconds FROM pgboss.job WHERE name = 'jobs' AND state = 'created'",
    );
    return rows.map(({ seconds }) => seconds > 0);
  };
  const decisions = [
    (id: string) => withShop(DEMO, (tx) => cancelJob(tx, DEMO, id)),
    (id: string) => withShop(DEMO, (tx) => pauseJob(tx, DEMO, id, { name: "Ann" })),
  ];
  for (const [index, decide] of decisions.entries()) {
    await deleteJobs();
    const id = await start(kind, 1);
    await emptyQueue();
    const at = await runInSlot(kind, id);
    // As the queue does.
    await enqueue(JOB_QUEUE, id, { shop: DEMO, jobId: id }, { startAfter: at ?? undefined });
    expect(await dueIn()).toEqual([true]);
    await decide(id);
    expect(await dueIn()).toEqual([false]);
    expect(await runInSlot(kind, id)).toBeNull();
    expect((await read(id)).job.state).toBe(index === 0 ? "cancelled" : "paused");
  }
});
