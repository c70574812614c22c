import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import type { ItemContext, ItemOutcome } from "~/platform/jobs/job.server";
import { setFlags, signIn } from "../../guarantees/support/flags.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
const running = new AbortController().signal;

beforeAll(async () => {
  shop = await openTestShop("jobs");
  await signIn([shop.token("1"), shop.token("3")]);
  // Loaded now, because a test counts what is begun while a job is being cancelled.
  await import("~/platform/jobs/control-job.server");
});
beforeEach(async () => {
  const { database } = await import("~/platform/db/pool.server");
  await database().query("DELETE FROM pgboss.job; DELETE FROM job_items; DELETE FROM jobs");
});
afterAll(() => shop.close());

/** A kind of work whose items are numbers, with a log of what was worked on. */
async function kindOf(run: (n: number, context: ItemContext) => Promise<ItemOutcome>, concurrency = 3) {
  const { defineJob } = await import("~/platform/jobs/job.server");
  const begun: number[] = [];
  const kind = defineJob({
    name: "test.numbers",
    item: z.object({ n: z.number() }),
    concurrency,
    run({ n }, context) {
      begun.push(n);
      return run(n, context);
    },
  });
  return { kind, begun };
}

const done = async (n: number): Promise<ItemOutcome> => ({ state: "done", message: `did ${n}` });
type Kind = Awaited<ReturnType<typeof kindOf>>["kind"];

async function start(
  kind: Kind,
  count: number,
  administratorId = "1",
  permission: "signed-in" | "showStudents" = "signed-in",
) {
  const { startJob } = await import("~/platform/jobs/job.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { findAdministrator } = await import("~/platform/auth/administrators.server");
  const startedBy = await findAdministrator(DEMO, administratorId);
  if (!startedBy) throw new Error("There is no administrator.");
  const items = Array.from({ length: count }, (_, n) => ({ label: `Number ${n}`, input: { n } }));
  return withShop(DEMO, (tx) => startJob(tx, DEMO, kind, { title: "Numbers", permission, startedBy, items }));
}

async function run(kind: Kind, id: string, signal = running) {
  const { runJob } = await import("~/platform/jobs/run-job.server");
  return runJob(DEMO, id, new Map([[kind.name, kind]]), signal);
}

async function read(id: string) {
  const { database } = await import("~/platform/db/pool.server");
  const job = (await database().query("SELECT * FROM jobs WHERE id = $1", [id])).rows[0];
  const items = (await database().query("SELECT * FROM job_items WHERE job_id = $1 ORDER BY position", [id]))
    .rows;
  return { job, items, states: items.map((item) => item.state as string) };
}

const change = async (
  work: (jobs: typeof import("~/platform/jobs/control-job.server"), tx: never) => Promise<unknown>,
) => {
  const jobs = await import("~/platform/jobs/control-job.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(DEMO, (tx) => work(jobs, tx as never));
};

const queued = async () => {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query("SELECT data FROM pgboss.job WHERE name = 'jobs'")).rows;
};

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
  expect(items[2].message).toBe("Something went wrong on our side. Retry this row.");
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

test("canceling stops between items: running items end, the rest does not start", async () => {
  const { kind, begun } = await kindOf(async (n, { jobId }) => {
    if (n === 10) await change(({ cancelJob }, tx) => cancelJob(tx, DEMO, jobId));
    return done(n);
  });
  const id = await start(kind, 100);
  await run(kind, id);
  const { job, states } = await read(id);
  expect(job).toMatchObject({ state: "cancelled", message: "Cancelled. What was done before stays done." });
  expect(job.done).toBe(begun.length);
  expect(begun.length).toBeLessThan(20);
  expect(states.filter((state) => state === "cancelled")).toHaveLength(100 - begun.length);
  await expect(change(({ cancelJob }, tx) => cancelJob(tx, DEMO, id))).rejects.toMatchObject({ status: 409 });
});

test("a job that is canceled before it starts does nothing", async () => {
  const { kind, begun } = await kindOf(done);
  const id = await start(kind, 5);
  await change(({ cancelJob }, tx) => cancelJob(tx, DEMO, id));
  await run(kind, id);
  expect(begun).toEqual([]);
  expect((await read(id)).states).toEqual(Array(5).fill("cancelled"));
});

const ann = { name: "Ann" };
const pause = (id: string) => change(({ pauseJob }, tx) => pauseJob(tx, DEMO, id, ann));
const resume = (id: string) => change(({ resumeJob }, tx) => resumeJob(tx, DEMO, id));

test("a paused job frees its worker, keeps its outcomes, survives another run, and resumes where it stopped", async () => {
  const { kind, begun } = await kindOf(async (n, { jobId }) => {
    if (n === 10 && begun.length < 20) await pause(jobId);
    return done(n);
  });
  let ends = 0;
  const id = await start(kind, 100);
  const watched = { ...kind, finished: async () => void ends++ };
  await run(watched, id);
  const halfway = await read(id);
  expect(halfway.job).toMatchObject({ state: "paused", paused_by_name: "Ann", done: begun.length });
  expect(begun.length).toBeLessThan(20);
  await run(watched, id);
  expect(begun).toHaveLength(halfway.job.done);
  expect((await read(id)).job).toMatchObject({ state: "paused", done: halfway.job.done });

  expect(await resume(id)).toBe(true);
  expect((await read(id)).job).toMatchObject({ state: "queued", paused_at: null, paused_by_name: null });
  await run(watched, id);
  expect((await read(id)).job).toMatchObject({ state: "completed", done: 100, failed: 0 });
  expect(begun.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  expect(ends).toBe(1);
});

test("a queued job is paused immediately, a second click has no effect, and an ended job is refused", async () => {
  const { kind, begun } = await kindOf(done);
  const id = await start(kind, 3);
  expect((await Promise.all([pause(id), pause(id)])).toSorted()).toEqual([false, true]);
  await run(kind, id);
  expect((await read(id)).job).toMatchObject({ state: "paused", done: 0 });
  expect(begun).toEqual([]);
  expect(await queued()).toHaveLength(1);
  expect((await Promise.all([resume(id), resume(id)])).toSorted()).toEqual([false, true]);
  expect(await queued()).toHaveLength(1);
  await run(kind, id);
  expect((await read(id)).job.state).toBe("completed");
  await expect(pause(id)).rejects.toMatchObject({ status: 409, message: "This job has ended already." });
  await expect(resume(id)).rejects.toMatchObject({ status: 409 });
});

test("a job that is resumed before it stopped continues", async () => {
  const { kind, begun } = await kindOf(async (n, { jobId }) => {
    if (n === 10) {
      await pause(jobId);
      await resume(jobId);
    }
    return done(n);
  });
  const id = await start(kind, 40);
  await run(kind, id);
  expect((await read(id)).job).toMatchObject({ state: "completed", done: 40 });
  expect(begun).toHaveLength(40);
});

test("a paused job can be canceled: a worker fetches it again and ends it", async () => {
  const { kind, begun } = await kindOf(done);
  const id = await start(kind, 5);
  await pause(id);
  await change(({ cancelJob }, tx) => cancelJob(tx, DEMO, id));
  await expect(pause(id)).rejects.toMatchObject({
    status: 409,
    message: "This job is being cancelled, so it cannot be paused.",
  });
  await run(kind, id);
  const { job, states } = await read(id);
  expect(job).toMatchObject({ state: "cancelled", paused_at: null });
  expect(states).toEqual(Array(5).fill("cancelled"));
  expect(begun).toEqual([]);
});

test("a job whose worker died after the pause was requested is paused", async () => {
  const stops = new AbortController();
  const { kind } = await kindOf(async (n, { jobId, signal }) => {
    if (n === 3) {
      await pause(jobId);
      stops.abort();
    }
    signal.throwIfAborted();
    return done(n);
  }, 1);
  const id = await start(kind, 9);
  await expect(run(kind, id, stops.signal)).rejects.toThrow("The process is stopping");
  expect((await read(id)).job).toMatchObject({ state: "running", done: 3 });
  await run(kind, id);
  expect((await read(id)).job).toMatchObject({ state: "paused", done: 3 });
});

test("an item that takes long is aborted by a pause and runs again under its operation id", async () => {
  const operations: string[] = [];
  let isLong = true;
  const { kind } = await kindOf(async (n, { jobId, operationId, signal }) => {
    operations.push(operationId);
    if (!isLong) return done(n);
    await pause(jobId);
    await once(signal, "abort");
    throw new Error("broken off");
  }, 1);
  const id = await start(kind, 1);
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  try {
    const first = run(kind, id);
    for (let second = 0; second < 300 && (await read(id)).job.state !== "paused"; second++)
      await vi.advanceTimersByTimeAsync(1_000);
    await first;
  } finally {
    vi.useRealTimers();
  }
  isLong = false;
  await resume(id);
  await run(kind, id);
  expect((await read(id)).job).toMatchObject({ state: "completed", done: 1 });
  expect(operations).toEqual([`${id}:0`, `${id}:0`]);
});

test("a retry runs failed and canceled items only", async () => {
  const { Refusal } = await import("~/platform/errors");
  let broken = true;
  const { kind, begun } = await kindOf(async (n) => {
    if (broken && n % 2 === 0) throw new Refusal(502, "UPSTREAM_FAILED", "Not now.");
    return done(n);
  });
  const id = await start(kind, 20);
  await expect(change(({ retryFailedItems }, tx) => retryFailedItems(tx, DEMO, id))).rejects.toMatchObject({
    status: 409,
  });
  await run(kind, id);
  expect((await read(id)).job).toMatchObject({ done: 10, failed: 10 });

  broken = false;
  begun.length = 0;
  expect(await change(({ retryFailedItems }, tx) => retryFailedItems(tx, DEMO, id))).toBe(10);
  await run(kind, id);
  expect((await read(id)).job).toMatchObject({ state: "completed", done: 20, failed: 0 });
  expect(begun.toSorted((a, b) => a - b)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  await expect(change(({ retryFailedItems }, tx) => retryFailedItems(tx, DEMO, id))).rejects.toMatchObject({
    status: 409,
    message: "No row of this job failed, so there is nothing to retry.",
  });
});

test("a flag that was revoked before the start fails the job with a message, and no item runs", async () => {
  await setFlags(DEMO, "3", ["showStudents"]);
  const { kind, begun } = await kindOf(done);
  const id = await start(kind, 3, "3", "showStudents");
  await setFlags(DEMO, "3", []);
  await run(kind, id);
  expect(begun).toEqual([]);
  const { job, states } = await read(id);
  expect(job).toMatchObject({
    state: "failed",
    message: "Nora Novak no longer has access to this function.",
  });
  expect(states).toEqual(["cancelled", "cancelled", "cancelled"]);
});

test("a flag that is revoked while the job runs ends it with a message: running items end, no other starts", async () => {
  await setFlags(DEMO, "3", ["showStudents"]);
  const seen = new Set<string>();
  const { kind, begun } = await kindOf(async (n, { administrator }) => {
    seen.add(administrator.flags.join());
    if (n === 10) await setFlags(DEMO, "3", []);
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

test("scheduled work runs as Backroom itself, which has no flag", async () => {
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
  expect(await ended("signed-in")).toMatchObject({ state: "completed", started_by_name: "Backroom" });
  expect(await ended("showStudents")).toMatchObject({ state: "failed", done: 0 });
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
    message: 'This version of Backroom does not know the work "test.numbers".',
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

test("the job calls refuse another person's jobs", async () => {
  const { kind } = await kindOf(done);
  const id = await start(kind, 2);
  const stranger = await signedInCalls(shop, "3");
  for (const call of ["detail", "items", "cancel", "retry", "resultRows"] as const) {
    await expect(stranger.jobs[call]({ id }), call).rejects.toMatchObject({ status: 404 });
  }
  expect((await stranger.jobs.list({})).rows).toEqual([]);
});
