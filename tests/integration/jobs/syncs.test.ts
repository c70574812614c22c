/** Runs: progress, log and messages of a job that syncs with another system. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { SyncContext } from "~/core/syncs/define-sync.server";
import type { ItemOutcome } from "~/platform/jobs/job.server";
import { signIn } from "../../guarantees/support/flags.ts";
import { deleteJobs } from "../../support/jobs.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

const SECTION = "numbers";
const OWNER = { id: "1", name: "Olivia Owner" };
const running = new AbortController().signal;
let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop("runs");
  await signIn([shop.token("1")]);
});
beforeEach(async () => {
  await deleteJobs();
  const { database } = await import("~/platform/db/pool.server");
  await database().query("DELETE FROM runs; DELETE FROM run_log_lines");
});
afterAll(() => shop.close());

type Step = { n: number };

/** A sync whose first step adds the others. */
async function kindOf(
  work: (n: number, context: SyncContext) => Promise<ItemOutcome>,
  attemptData?: readonly string[],
) {
  const { defineSync } = await import("~/core/syncs/define-sync.server");
  return defineSync<Step>({
    section: SECTION,
    name: "test.run",
    title: "Sync numbers",
    system: "Numbers",
    flag: "showProductMedia",
    item: z.object({ n: z.number() }),
    concurrency: 2,
    attemptData,
    run: ({ n }, context) => work(n, context),
  });
}
type Kind = Awaited<ReturnType<typeof kindOf>>;

async function start(kind: Kind) {
  const [{ startSync }, { withShop }] = await Promise.all([
    import("~/core/syncs/define-sync.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  return withShop(DEMO, (tx) => startSync(tx, DEMO, kind, OWNER, [{ label: "Read", input: { n: 0 } }]));
}

async function run({ job }: Kind, id: string, signal = running) {
  const { runJob } = await import("~/platform/jobs/run-job.server");
  return runJob(DEMO, id, new Map([[job.name, job]]), signal);
}

async function read(id?: string) {
  const [{ readSyncs, readSyncLog }, { withShop }] = await Promise.all([
    import("~/core/syncs/read-syncs.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  return withShop(DEMO, async (tx) => ({
    syncs: await readSyncs(tx, DEMO, SECTION),
    lines: id ? await readSyncLog(tx, DEMO, SECTION, id) : [],
  }));
}

const steps = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ label: `Number ${index + 1}`, input: { n: index + 1 } }));
const done: ItemOutcome = { state: "done", message: "Done." };

test("a run has a progress, a log in order, and the steps that its first step added", async () => {
  const seen: number[] = [];
  const kind = await kindOf(async (n, context) => {
    await context.log(n === 0 ? "read" : "write", "info", `Number ${n}`);
    if (n === 0) {
      await context.setProgress(5);
      seen.push((await read()).syncs[0]?.progress ?? -1);
      await context.addItems(steps(4));
    }
    return done;
  });
  const id = await start(kind);
  expect((await read()).syncs[0]).toMatchObject({ id, status: "Queued", progress: 0, finishedAt: null });
  await run(kind, id);
  expect(seen).toEqual([5]);
  const { syncs, lines } = await read(id);
  expect(syncs).toHaveLength(1);
  expect(syncs[0]).toMatchObject({
    status: "Completed",
    title: "Sync numbers",
    startedBy: "Olivia Owner",
    progress: 100,
    reason: null,
  });
  expect(lines[0]).toMatchObject({ functionName: "read", level: "info", message: "Number 0" });
  expect(lines.map(({ message }) => message).sort()).toEqual([0, 1, 2, 3, 4].map((n) => `Number ${n}`));
});

test("a second sync of the section is refused until the first has ended", async () => {
  const kind = await kindOf(async () => done);
  const attempts = await Promise.allSettled([start(kind), start(kind), start(kind)]);
  const [first] = attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []));
  const refusals = attempts.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason] : []));
  expect(refusals).toHaveLength(2);
  expect(refusals[0]).toMatchObject({ status: 409, message: expect.stringContaining("Olivia Owner") });
  await run(kind, first ?? "");
  await run(kind, await start(kind));
  expect((await read()).syncs.map(({ status }) => status)).toEqual(["Completed", "Completed"]);
});

test("a run whose process stops continues with what it remembered, and repeats no finished step", async () => {
  const stops = new AbortController();
  const ended: number[] = [];
  let isInterrupted = false;
  const kind = await kindOf(async (n, context) => {
    if (n === 0) {
      await context.saveData({ export: 12 });
      await context.addItems(steps(6));
    }
    if (n === 3 && !isInterrupted) {
      isInterrupted = true;
      stops.abort();
      context.signal.throwIfAborted();
    }
    expect(await context.readData()).toEqual({ export: 12 });
    ended.push(n);
    return done;
  });
  const id = await start(kind);
  await expect(run(kind, id, stops.signal)).rejects.toThrow("The process is stopping");
  expect((await read()).syncs[0]).toMatchObject({ status: "Running", finishedAt: null });
  await run(kind, id);
  expect(ended.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect((await read()).syncs[0]?.status).toBe("Completed");
});

test("a first step that runs again adds no second set of steps", async () => {
  const stops = new AbortController();
  const ended: number[] = [];
  const kind = await kindOf(async (n, context) => {
    if (n === 0) {
      await context.addItems(steps(5));
      if (!stops.signal.aborted) stops.abort();
      context.signal.throwIfAborted();
    }
    ended.push(n);
    return done;
  });
  const id = await start(kind);
  await expect(run(kind, id, stops.signal)).rejects.toThrow("The process is stopping");
  await run(kind, id);
  expect(ended.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a run in which nothing succeeded has failed with its reason, and other shops don't see it", async () => {
  const { Refusal } = await import("~/platform/errors");
  const kind = await kindOf(async () => {
    throw new Refusal(502, "UPSTREAM_FAILED", "Numbers did not answer.");
  });
  const id = await start(kind);
  await run(kind, id);
  expect((await read()).syncs[0]).toMatchObject({ status: "Failed", reason: "Numbers did not answer." });
  const [{ readSyncs, readSyncLog }, { withShop }] = await Promise.all([
    import("~/core/syncs/read-syncs.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  expect(await withShop(SECOND, (tx) => readSyncs(tx, SECOND, SECTION))).toEqual([]);
  for (const unknown of [id, "../../etc/passwd"])
    await expect(withShop(SECOND, (tx) => readSyncLog(tx, SECOND, SECTION, unknown))).rejects.toMatchObject({
      status: 404,
    });
});

async function retry(id: string): Promise<void> {
  const [{ retryFailedItems }, { withShop }] = await Promise.all([
    import("~/platform/jobs/control-job.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  await withShop(DEMO, (tx) => retryFailedItems(tx, DEMO, id));
}

/** Makes all runs older. @param age an interval */
async function makeOlder(age: string): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE runs SET started_at = started_at - $1::interval", [age]);
}

test("a retry begins at 0 percent, and its run time counts from the retry", async () => {
  const { Refusal } = await import("~/platform/errors");
  const progress: number[] = [];
  const kind = await kindOf(async (_n, context) => {
    progress.push((await read()).syncs[0]?.progress ?? -1);
    await context.setProgress(60);
    if (progress.length === 1) throw new Refusal(502, "UPSTREAM_FAILED", "Numbers did not answer.");
    return done;
  });
  const id = await start(kind);
  await run(kind, id);
  await makeOlder("2 hours");
  await retry(id);
  await run(kind, id);
  expect(progress).toEqual([0, 0]);
  const { syncAnswerOf } = await import("~/core/syncs/read-syncs.server");
  const [last] = (await read()).syncs;
  expect(last && syncAnswerOf(last, new Date()).duration).toBeLessThan(60);
});

test("a run that is continued keeps its progress", async () => {
  const stops = new AbortController();
  const progress: number[] = [];
  const kind = await kindOf(async (_n, context) => {
    progress.push((await read()).syncs[0]?.progress ?? -1);
    await context.setProgress(60);
    if (progress.length === 1) stops.abort();
    context.signal.throwIfAborted();
    return done;
  });
  const id = await start(kind);
  await expect(run(kind, id, stops.signal)).rejects.toThrow("The process is stopping");
  await run(kind, id);
  expect(progress).toEqual([0, 60]);
});

test("what belongs to an attempt is there when it is continued, but not when the run is retried", async () => {
  const stops = new AbortController();
  const remembered: Record<string, unknown>[] = [];
  const kind = await kindOf(
    async (_n, context) => {
      remembered.push(await context.readData());
      await context.saveData({ cursor: 12, accepted: true });
      if (remembered.length === 1) stops.abort();
      context.signal.throwIfAborted();
      throw new Error("Not a refusal.");
    },
    ["cursor"],
  );
  const id = await start(kind);
  await expect(run(kind, id, stops.signal)).rejects.toThrow("The process is stopping");
  await run(kind, id);
  await retry(id);
  await run(kind, id);
  expect(remembered).toEqual([{}, { cursor: 12, accepted: true }, { accepted: true }]);
});

test("a job whose run was deleted refuses a retry", async () => {
  const { Refusal } = await import("~/platform/errors");
  let steps = 0;
  const kind = await kindOf(async () => {
    steps += 1;
    throw new Refusal(502, "UPSTREAM_FAILED", "Numbers did not answer.");
  });
  const id = await start(kind);
  await run(kind, id);
  await makeOlder("91 days");
  const { forgetOldSyncs } = await import("~/core/syncs/forget-old-syncs.server");
  await forgetOldSyncs.run(DEMO, running);
  await retry(id);
  await run(kind, id);
  expect(steps).toBe(1);
  const [{ findJob }, { withShop }] = await Promise.all([
    import("~/platform/jobs/job.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  expect(await withShop(DEMO, (tx) => findJob(tx, DEMO, id))).toMatchObject({
    state: "failed",
    message: "This run is more than 90 days old, so it can't be retried. Start a new one.",
  });
});
