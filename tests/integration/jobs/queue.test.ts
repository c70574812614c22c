/** How workers share the queue: what starts first, how much one shop may use, and what schedules send. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteJobs } from "../../support/jobs.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("queue");
});
beforeEach(deleteJobs);
afterAll(() => shop.close());

const OTHER = "other-shop.myshopify.com";

const modules = async () => ({
  ...(await import("~/platform/jobs/queue.server")),
  ...(await import("~/platform/jobs/slots.server")),
  ...(await import("~/platform/jobs/worker.server")),
  ...(await import("~/platform/jobs/start-later.server")),
  ...(await import("~/platform/jobs/task.server")),
  ...(await import("~/platform/db/pool.server")),
});

type Sent = [shop: string, name: string, priority: "click" | "request" | "schedule"];

async function send(...messages: readonly Sent[]) {
  const { enqueue, TASK_QUEUE } = await modules();
  for (const [domain, name, priority] of messages)
    await enqueue(TASK_QUEUE, `${name}|${domain}`, { shop: domain, task: name }, { priority });
}

/** Claims until nothing may start. @returns the tasks' names in this order */
async function claimAll(): Promise<unknown[]> {
  const { claimMessage, TASK_QUEUE } = await modules();
  const names: unknown[] = [];
  for (;;) {
    const { message } = await claimMessage(TASK_QUEUE, 0);
    if (!message) return names;
    names.push(message.data.task);
  }
}

test("clicks start first, and a shop with much work leaves places to its own clicks and to other shops", async () => {
  await send(
    ...Array.from({ length: 5 }, (_, n): Sent => [DEMO, `bulk ${n}`, "request"]),
    [OTHER, "nightly", "schedule"],
    [OTHER, "bulk", "request"],
    [DEMO, "click 1", "click"],
    [OTHER, "click", "click"],
  );
  expect(await claimAll()).toEqual(["click 1", "click", "bulk 0", "bulk"]);
  await send([DEMO, "click 2", "click"], [DEMO, "click 3", "click"]);
  expect(await claimAll()).toEqual(["click 2"]);
});

test("a click raises the message that waits for the same work, and starts it now", async () => {
  const { enqueue, TASK_QUEUE, database } = await modules();
  const startAfter = new Date(Date.now() + 50_000);
  await enqueue(TASK_QUEUE, "a", { shop: DEMO, task: "a" }, { startAfter, priority: "schedule" });
  await enqueue(TASK_QUEUE, "a", { shop: DEMO, task: "a" });
  expect(await claimAll()).toEqual([]);
  await enqueue(TASK_QUEUE, "a", { shop: DEMO, task: "a" }, { priority: "click" });
  const { rows } = await database().query("SELECT priority FROM pgboss.job WHERE name = 'tasks'");
  expect(rows).toEqual([{ priority: 10 }]);
  expect(await claimAll()).toEqual(["a"]);
});

test("work of one key isn't started twice at a time, and the next message of the key doesn't block others", async () => {
  await send([DEMO, "a", "request"]);
  expect(await claimAll()).toEqual(["a"]);
  await send([DEMO, "a", "click"], [DEMO, "b", "request"]);
  expect(await claimAll()).toEqual(["b"]);
});

test("a worker's slots take messages until none is left, and work that waits isn't a failure", async () => {
  const { startWorker, requestTask, startIn, database } = await modules();
  const starts: string[] = [];
  let hasWaited = false;
  const count = { name: "test.count", run: async (domain: string) => void starts.push(domain) };
  const waits = {
    name: "test.waits",
    async run() {
      if (hasWaited) return void starts.push("waited");
      hasWaited = true;
      throw startIn(100, "Another system isn't ready.");
    },
  };
  const domains = Array.from({ length: 120 }, (_, n) => `shop-${n}.myshopify.com`);
  const tasks = [count, waits].map((task) => ({ kind: "task" as const, ...task, runsAfterUninstall: true }));
  const worker = await startWorker({ jobs: [], tasks });
  try {
    await requestTask(waits, DEMO);
    for (const domain of domains) await requestTask(count, domain);
    await expect.poll(() => starts.toSorted()).toEqual([...domains, "waited"].toSorted());
    const { rows } = await database().query(
      "SELECT max(retry_count)::int AS retries FROM pgboss.job WHERE name = 'tasks'",
    );
    expect(rows).toEqual([{ retries: 0 }]);
  } finally {
    await worker.stop();
  }
});

test("schedules ask once for all shops: 100 idle shops get as many messages as one", async () => {
  const { database } = await modules();
  const { shopsDue } = await import("~/platform/jobs/task.server");
  const { app } = await import("~/app.server");
  const frequent = app.tasks.flatMap(({ name, schedule }) =>
    schedule && !schedule.spreadMinutes ? [{ name, schedule }] : [],
  );
  expect(frequent.length).toBeGreaterThan(20);
  const due = async () => {
    const shops = await Promise.all(
      frequent.map(async ({ name, schedule }) => (await shopsDue(schedule)).map((domain) => [name, domain])),
    );
    return shops.flat();
  };
  const before = await due();
  await database().query(
    `INSERT INTO shops (shop, name, currency, time_zone, installed_at)
     SELECT 'idle-' || n || '.myshopify.com', 'Idle ' || n, 'USD', 'UTC', now() FROM generate_series(1, 99) AS n`,
  );
  expect(await due()).toEqual(before);
  // The others run for every shop in question. Each query must at least be one.
  for (const { schedule } of app.tasks) if (schedule) await shopsDue(schedule);
  await database().query("DELETE FROM shops WHERE shop LIKE 'idle-%'");
});

test("nightly work starts at a time of its own in each shop, the same each night", async () => {
  const { startOf } = await import("~/platform/jobs/task.server");
  const now = new Date("2026-03-01T03:00:00Z");
  const schedule = { cron: "0 3 * * *", due: "true", spreadMinutes: 60 };
  const minutes = Array.from({ length: 200 }, (_, n) => {
    const start = startOf(schedule, `shop-${n}.myshopify.com`, now) as Date;
    return Math.floor((start.getTime() - now.getTime()) / 60_000);
  });
  expect(Math.min(...minutes)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...minutes)).toBeLessThan(60);
  expect(new Set(minutes).size).toBeGreaterThan(50);
  expect(startOf(schedule, DEMO, now)).toEqual(startOf(schedule, DEMO, now));
  expect(startOf({ ...schedule, spreadMinutes: undefined }, DEMO, now)).toBeUndefined();
});
