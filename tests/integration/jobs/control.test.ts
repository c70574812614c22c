/** What people do to a job while it runs or after it: cancel, pause, resume, retry. */
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../guarantees/support/flags.ts";
import { deleteJobs } from "../../support/jobs.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { done, kindOf, queued, read, run, start } from "./numbers-job.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("job_control");
  await signIn([shop.token("1")]);
  // Loaded now, because a test counts what is begun while a job is being canceled.
  await import("~/platform/jobs/control-job.server");
});
beforeEach(deleteJobs);
afterAll(() => shop.close());

const change = async (
  work: (jobs: typeof import("~/platform/jobs/control-job.server"), tx: never) => Promise<unknown>,
) => {
  const jobs = await import("~/platform/jobs/control-job.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(DEMO, (tx) => work(jobs, tx as never));
};
const ann = { name: "Ann" };
const pause = (id: string) => change(({ pauseJob }, tx) => pauseJob(tx, DEMO, id, ann));
const resume = (id: string) => change(({ resumeJob }, tx) => resumeJob(tx, DEMO, id));

/** Does something to the job in its item 10. The items behind it wait for that, as on a slow machine many would end in the meantime. */
const during = (act: (jobId: string) => Promise<unknown>) => {
  let acting: Promise<unknown> | undefined;
  return kindOf(async (n, { jobId }) => {
    if (n === 10) acting = act(jobId);
    if (n >= 10) await acting;
    return done(n);
  });
};

test("canceling stops between items: running items end, the rest does not start", async () => {
  const { kind, begun } = await during((id) => change(({ cancelJob }, tx) => cancelJob(tx, DEMO, id)));
  const id = await start(kind, 100);
  await run(kind, id);
  const { job, states } = await read(id);
  expect(job).toMatchObject({ state: "cancelled", message: "Canceled. Finished rows stay done." });
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
  const { job, states } = await read(id);
  expect(states).toEqual(Array(5).fill("cancelled"));
  expect(job.message).toBe("Canceled.");
});

test("a paused job frees its worker, keeps its outcomes, survives another run, and resumes where it stopped", async () => {
  const { kind, begun } = await during(pause);
  let ends = 0;
  const id = await start(kind, 100);
  const watched = { ...kind, finished: async () => void ends++ };
  await run(watched, id);
  const halfway = await read(id);
  expect(halfway.job).toMatchObject({ state: "paused", paused: { by: "Ann" }, done: begun.length });
  expect(begun.length).toBeLessThan(20);
  await run(watched, id);
  expect(begun).toHaveLength(halfway.job.done);
  expect((await read(id)).job).toMatchObject({ state: "paused", done: halfway.job.done });

  expect(await resume(id)).toBe(true);
  expect((await read(id)).job).toMatchObject({ state: "queued", paused: null });
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
    message: "This job is being canceled, so it can't be paused.",
  });
  await run(kind, id);
  const { job, states } = await read(id);
  expect(job).toMatchObject({ state: "cancelled", paused: null });
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
