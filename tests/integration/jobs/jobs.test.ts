import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signIn } from "../../guarantees/support/flags.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { deleteJobs } from "../../support/jobs.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { done, kindOf, queued, read, run, running, start } from "./numbers-job.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("jobs");
  await signIn([shop.token("1"), shop.token("3")]);
});
beforeEach(deleteJobs);
afterAll(() => shop.close());

test("a job in a transaction that is rolled back is neither stored nor queued", async () => {
  const { kind } = await kindOf(done);
  const { startJob } = await import("~/platform/jobs/job.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { findAdministrator } = await import("~/platform/auth/administrators.server");
  const startedBy = await findAdministrator(DEMO, "1");
  if (!startedBy) throw new Error("There is no administrator.");
  const items = [{ label: "One", input: { n: 1 } }];
  const rolledBack = withShop(DEMO, async (tx) => {
    await startJob(tx, DEMO, kind, { title: "Never", permission: "signed-in", startedBy, items });
    throw new Error("changed my mind");
  });
  await expect(rolledBack).rejects.toThrow("changed my mind");
  expect(await queued()).toEqual([]);
  const id = await start(kind, 1);
  expect(await queued()).toEqual([{ data: { shop: DEMO, jobId: id } }]);
});

test("a job runs each item once and counts the outcomes", async () => {
  const { Refusal } = await import("~/platform/errors");
  const { kind, begun } = await kindOf(async (n) => {
    if (n % 5 === 1) throw new Refusal(409, "CONFLICT", `${n} is refused.`);
    if (n % 5 === 2) return { state: "skipped", message: "Nothing to do." };
    return done(n);
  });
  const id = await start(kind, 450);
  await run(kind, id);
  const { job, items, states } = await read(id);
  expect(job).toMatchObject({ state: "completed", total: 450, done: 270, failed: 90, skipped: 90 });
  expect(begun.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 450 }, (_, n) => n));
  expect(states).not.toContain("waiting");
  expect(items[1]).toMatchObject({ state: "failed", message: "1 is refused." });
  await run(kind, id);
  expect(begun).toHaveLength(450);
});

test("an unexpected error in an item shows no details, and the other items run", async () => {
  const { kind } = await kindOf(async (n) => {
    if (n === 2) throw new Error("column secret of ann@x.example");
    return done(n);
  });
  const id = await start(kind, 5);
  await run(kind, id);
  const { job, items } = await read(id);
  expect(job).toMatchObject({ state: "completed", done: 4, failed: 1 });
  expect(items[2]?.message).toBe("Something went wrong on our side. Retry this row.");
});

test("work that isn't counted in items says why it failed, and that it is done after a retry", async () => {
  const { upstreamFailed } = await import("~/platform/errors");
  const reason = "Shopify's bulk operation ended as FAILED.";
  let isFailing = true;
  const { kind } = await kindOf(async (n, { progress }) => {
    await progress(1, 10);
    if (isFailing) throw upstreamFailed(reason);
    return done(n);
  });
  const id = await start(kind, 1);
  const owner = await signedInCalls(shop);
  await run(kind, id);
  expect(await owner.jobs.detail({ id })).toMatchObject({
    message: reason,
    outcome: { level: "critical", text: reason },
  });
  isFailing = false;
  await owner.jobs.retry({ id });
  await run(kind, id);
  expect(await owner.jobs.detail({ id })).toMatchObject({
    message: null,
    outcome: { level: "success", text: "Done" },
  });
});

test("a job whose process stops continues with the unfinished items under the same operation ids", async () => {
  const stops = new AbortController();
  const operations = new Map<number, Set<string>>();
  const { kind, begun } = await kindOf(async (n, { operationId, signal }) => {
    operations.set(n, (operations.get(n) ?? new Set()).add(operationId));
    if (n === 30) stops.abort();
    signal.throwIfAborted();
    return done(n);
  });
  const id = await start(kind, 60);
  await expect(run(kind, id, stops.signal)).rejects.toThrow("The process is stopping");
  const halfway = await read(id);
  expect(halfway.job.state).toBe("running");
  const finished = halfway.states.filter((state) => state === "done").length;
  expect(finished).toBeGreaterThanOrEqual(25);
  expect(finished).toBeLessThan(60);

  begun.length = 0;
  await run(kind, id);
  expect((await read(id)).job).toMatchObject({ state: "completed", done: 60, failed: 0 });
  expect(begun).toHaveLength(60 - finished);
  for (const ids of operations.values()) expect(ids.size).toBe(1);
});

test("a flag that was revoked before the start fails the job with a message, and no item runs", async () => {
  await grantAccess("3", ["showStudents"]);
  const { kind, begun } = await kindOf(done);
  const id = await start(kind, 3, "3", "showStudents");
  await grantAccess("3", []);
  await run(kind, id);
  expect(begun).toEqual([]);
  const { job, states } = await read(id);
  expect(job).toMatchObject({
    state: "failed",
    message: "Nora Novak no longer has access to this function.",
  });
  expect(states).toEqual(["cancelled", "cancelled", "cancelled"]);
});

test("a retry of a job whose starter lost access runs as the owner who retries it", async () => {
  await grantAccess("3", ["showStudents"]);
  const administrators: string[] = [];
  const { kind } = await kindOf(async (n, { administrator }) => {
    administrators.push(administrator.name);
    return done(n);
  });
  const id = await start(kind, 2, "3", "showStudents");
  await grantAccess("3", []);
  await run(kind, id);
  const owner = await signedInCalls(shop);

  expect(await owner.jobs.retry({ id })).toMatchObject({ rows: 2, startedBy: { name: "Olivia Owner" } });

  await run(kind, id);
  expect((await read(id)).job).toMatchObject({ state: "completed", done: 2 });
  expect(administrators).toEqual(["Olivia Owner", "Olivia Owner"]);
});

test("a flag that is revoked while the job runs ends it with a message: running items end, no other starts", async () => {
  await grantAccess("3", ["showStudents"]);
  const seen = new Set<string>();
  const { kind, begun } = await kindOf(async (n, { administrator }) => {
    seen.add(administrator.flags.join());
    if (n === 10) await grantAccess("3", []);
    return done(n);
  });
  let finished = 0;
  const id = await start(kind, 600, "3", "showStudents");
  const { runJob } = await import("~/platform/jobs/run-job.server");
  const watched = { ...kind, finished: async () => void finished++ };
  await runJob(DEMO, id, new Map([[kind.name, watched]]), running);
  expect(begun.length).toBeLessThan(20);
  expect(seen).toEqual(new Set(["showStudents"]));
  const { job, states } = await read(id);
  expect(job).toMatchObject({
    state: "failed",
    done: begun.length,
    message: "Nora Novak no longer has access to this function.",
  });
  expect(states.filter((state) => state === "cancelled")).toHaveLength(600 - begun.length);
  expect(finished).toBe(1);
});

test("rows that were queued together aren't called canceled when the flag is revoked, and a retry finds their results", async () => {
  await grantAccess("3", ["showStudents"]);
  const { kind } = await kindOf(async (n) => {
    if (n === 0) await grantAccess("3", []);
    return done(n);
  }, 1);
  const id = await start(kind, 3, "3", "showStudents", { cannotStop: "All rows were queued together." });
  await run(kind, id);
  const { job, states, items } = await read(id);
  expect(states).toEqual(["done", "failed", "failed"]);
  expect(items[2]?.message).toBe(
    "The job ended before this row's result was known. The row may still finish. Retry it to see its result.",
  );
  expect(job).toMatchObject({
    state: "failed",
    done: 1,
    failed: 2,
    message:
      "Nora Novak no longer has access to this function. Unfinished rows may still finish. Someone with access can retry them to see their results.",
  });

  const owner = await signedInCalls(shop);
  await owner.jobs.retry({ id });
  await run(kind, id);
  expect((await read(id)).job).toMatchObject({ state: "completed", done: 3, failed: 0 });
});

test("scheduled work runs as Backroom itself, which needs no flag", async () => {
  const { startJob } = await import("~/platform/jobs/job.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { BACKROOM } = await import("~/platform/auth/permission");
  const { kind } = await kindOf(done);
  const items = [{ label: "One", input: { n: 1 } }];
  const ended = async (permission: "signed-in" | "showStudents") => {
    const id = await withShop(DEMO, (tx) =>
      startJob(tx, DEMO, kind, { title: "Nightly", permission, startedBy: BACKROOM, items }),
    );
    await run(kind, id);
    return (await read(id)).job;
  };
  expect(await ended("signed-in")).toMatchObject({ state: "completed", startedBy: { name: "Backroom" } });
  expect(await ended("showStudents")).toMatchObject({ state: "completed", startedBy: { name: "Backroom" } });
});

test("two workers that get the same job run no item twice: the second one is refused and may retry", async () => {
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let reached: () => void = () => {};
  const first = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const { kind, begun } = await kindOf(async (n) => {
    reached();
    await held;
    return done(n);
  });
  const id = await start(kind, 30);
  const one = run(kind, id);
  await first;
  await expect(run(kind, id)).rejects.toThrow("Another worker runs this job.");
  release();
  await one;
  await run(kind, id);
  expect(begun).toHaveLength(30);
  expect((await read(id)).job).toMatchObject({ state: "completed", done: 30 });
});

test("a database error ends every lane, and the next run continues", async () => {
  const { database } = await import("~/platform/db/pool.server");
  const refuse =
    "ALTER TABLE job_items ADD CONSTRAINT full_disk CHECK (position <> 7 OR state <> 'done') NOT VALID";
  await database().query(refuse);
  const { kind, begun } = await kindOf(done);
  const id = await start(kind, 40);
  const interrupted = await run(kind, id).catch((error: Error) => error);
  await database().query("ALTER TABLE job_items DROP CONSTRAINT full_disk");
  expect(String(interrupted)).toContain("full_disk");
  const before = begun.length;
  expect(before).toBeLessThan(20);
  await run(kind, id);
  expect((await read(id)).job).toMatchObject({ state: "completed", done: 40 });
});

test("a job kind that this version does not know fails with a message", async () => {
  const { kind } = await kindOf(done);
  const id = await start(kind, 1);
  const { runJob } = await import("~/platform/jobs/run-job.server");
  await runJob(DEMO, id, new Map(), running);
  expect((await read(id)).job).toMatchObject({
    state: "failed",
    message: 'This version of Backroom doesn\'t know the work "test.numbers".',
  });
});

test("a worker fetches a job from the queue and runs it to its end", async () => {
  const { startWorker } = await import("~/platform/jobs/worker.server");
  const { kind } = await kindOf(done);
  let ended: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const worker = await startWorker({ jobs: [{ ...kind, finished: async () => ended() }], tasks: [] });
  try {
    const id = await start(kind, 25);
    await finished;
    expect((await read(id)).job).toMatchObject({ state: "completed", done: 25 });
  } finally {
    await worker.stop();
  }
});

test("a job's message outlives a long item, and a scheduled task that keeps failing is left to its schedule", async () => {
  const { startWorker } = await import("~/platform/jobs/worker.server");
  const { enqueue, TASK_QUEUE } = await import("~/platform/jobs/queue.server");
  const { database } = await import("~/platform/db/pool.server");
  const { kind } = await kindOf(done);
  await start(kind, 1);
  const name = "test.failing";
  const run = async () => {
    throw new Error("The store doesn't answer.");
  };
  const worker = await startWorker({
    jobs: [kind],
    tasks: [{ kind: "task", name, schedule: { cron: "0 3 * * *", due: "true" }, run }],
  });
  try {
    // As the schedule does.
    await enqueue(TASK_QUEUE, name, { task: name });
    const message = async (where: string) =>
      (await database().query(`SELECT * FROM pgboss.job WHERE ${where}`)).rows[0];
    await expect
      .poll(() => message(`name = 'tasks' AND data->>'shop' = '${DEMO}' AND state = 'retry'`))
      .toMatchObject({ retry_limit: 120, retry_delay_max: 60, expire_seconds: 6 * 3_600 });
    expect(await message("name = 'jobs'")).toMatchObject({
      retry_limit: 1_000,
      retry_delay_max: 4,
      expire_seconds: 24 * 3_600,
    });
  } finally {
    await worker.stop();
  }
});

test("a request doesn't wait for a message with its key that starts much later", async () => {
  const { startWorker } = await import("~/platform/jobs/worker.server");
  const { requestTask } = await import("~/platform/jobs/task.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { database } = await import("~/platform/db/pool.server");
  const name = "test.later";
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);
  const request = (startAfter?: Date) =>
    withShop(DEMO, (tx) => requestTask({ name }, DEMO, { tx, startAfter }));
  const times = async () =>
    (
      await database().query<{ start_after: Date }>(
        "SELECT start_after FROM pgboss.job WHERE data->>'task' = $1 AND state = 'created'",
        [name],
      )
    ).rows.map(({ start_after }) => start_after);
  const [later, soon] = [inSeconds(3_600), inSeconds(50)];
  await request(later);
  await request(inSeconds(7_200));
  expect(await times()).toEqual([later]);
  await request(soon);
  expect(await times()).toEqual([soon]);
  // A short delay stays.
  await request();
  expect(await times()).toEqual([soon]);

  await database().query("UPDATE pgboss.job SET start_after = $1", [later]);
  let ran: (shop: string) => void = () => {};
  const finished = new Promise<string>((resolve) => {
    ran = resolve;
  });
  const worker = await startWorker({
    jobs: [],
    tasks: [{ kind: "task", name, run: async (domain) => ran(domain) }],
  });
  try {
    await request();
    expect(await finished).toBe(DEMO);
  } finally {
    await worker.stop();
  }
});

test("the job calls refuse another person's jobs", async () => {
  const { kind } = await kindOf(done);
  const id = await start(kind, 2);
  const stranger = await signedInCalls(shop, "3");
  for (const call of ["detail", "items", "cancel", "retry", "resultRows"] as const) {
    await expect(stranger.jobs[call]({ id }), call).rejects.toMatchObject({ status: 404 });
  }
  expect((await stranger.jobs.list({})).rows).toEqual([]);
});
