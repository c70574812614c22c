import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { grantAccess } from "../../support/calls.ts";
import { openTwoShops, refusalOf, SECOND, type TwoShops } from "./two-shops.ts";

const DEMO = "backroom-demo.myshopify.com";
const item = z.object({ ends: z.enum(["done", "failed", "skipped"]) });
/** A job whose items end as their input defines. */
const endsAsSaid = {
  name: "test.ends-as-said",
  item,
  concurrency: 2,
  run: async ({ ends }: z.infer<typeof item>) => ({
    state: ends,
    message: ends === "failed" ? "=1+1" : "",
    ...(ends === "skipped" && { reason: "nothing to do" }),
  }),
};

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("jobs");
});
afterAll(() => shops.close());

/** Starts a job of Sam's (or another's), with rows that will end as named. */
async function start(
  ends: z.infer<typeof item>["ends"][],
  startedById = "2",
  permission: "showStudents" | "signed-in" = "showStudents",
) {
  const { startJob } = await import("~/platform/jobs/job.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { findActor } = await import("~/platform/auth/administrators.server");
  const startedBy = await findActor(DEMO, startedById);
  if (!startedBy) throw new Error("The starter is missing.");
  const items = ends.map((end, index) => ({ label: `Person ${index + 1}`, input: { ends: end } }));
  return withShop(DEMO, (tx) =>
    startJob(tx, DEMO, endsAsSaid, { title: `Work on ${ends.length}`, permission, startedBy, items }),
  );
}

async function work(id: string) {
  const { runJob } = await import("~/platform/jobs/run-job.server");
  const { defineJob } = await import("~/platform/jobs/job.server");
  await runJob(DEMO, id, new Map([[endsAsSaid.name, defineJob(endsAsSaid)]]), new AbortController().signal);
}

test("a job shows its progress and each row's outcome, page by page", async () => {
  const id = await start([...Array.from({ length: 58 }, () => "done" as const), "failed", "skipped"]);
  const sam = await shops.as("2");
  expect(await sam.jobs.detail({ id })).toMatchObject({
    state: "queued",
    total: 60,
    done: 0,
    counts: { all: 60, waiting: 60 },
  });
  await work(id);
  expect(await sam.jobs.detail({ id })).toMatchObject({
    state: "completed",
    total: 60,
    done: 58,
    failed: 1,
    skipped: 1,
    outcome: { level: "warning", text: "58 done, 1 failed, 1 skipped: nothing to do" },
    counts: { all: 60, failed: 1, skipped: 1, done: 58, waiting: 0 },
  });
  const first = await sam.jobs.items({ id });
  const second = await sam.jobs.items({ id, direction: "next", last_id: first.nextCursor ?? "" });
  const third = await sam.jobs.items({ id, direction: "next", last_id: second.nextCursor ?? "" });
  const positions = [first, second, third].flatMap(({ rows }) => rows.map(({ position }) => position));
  expect(positions).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  expect(third).toMatchObject({ hasNextPage: false, nextCursor: null });
  expect(
    (await sam.jobs.items({ id, direction: "previous", last_id: third.previousCursor ?? "" })).rows,
  ).toEqual(second.rows);
  const failed = await sam.jobs.items({ id, outcome: "failed" });
  expect(failed.rows).toMatchObject([{ position: 59, label: "Person 59", state: "failed", message: "=1+1" }]);
  expect((await sam.jobs.resultRows({ id, outcome: "failed" })).rows).toEqual(failed.rows);
  expect((await sam.jobs.resultRows({ id })).rows).toHaveLength(60);
});

test("a retry runs the failed rows only and is recorded", async () => {
  const id = await start(["done", "failed", "failed"]);
  await work(id);
  const sam = await shops.as("2");
  expect(await sam.jobs.retry({ id })).toMatchObject({ rows: 2, state: "queued", failed: 0 });
  expect((await sam.jobs.detail({ id })).counts).toMatchObject({ done: 1, waiting: 2, failed: 0 });
  expect((await refusalOf(sam.jobs.retry({ id }))).status).toBe(409);
  await shops.query('UPDATE job_items SET input = \'{"ends":"done"}\' WHERE job_id = $1', [id]);
  await work(id);
  expect(await sam.jobs.detail({ id })).toMatchObject({ state: "completed", done: 3, failed: 0 });
  expect((await refusalOf(sam.jobs.retry({ id }))).message).toContain("nothing to retry");
  const entries = (await shops.audit()).filter(({ action }) => action === "job.retried");
  expect(entries).toEqual([
    expect.objectContaining({ actor_id: "2", after: { rows: 2 }, flag: "showStudents" }),
  ]);
});

test("canceling a job leaves its remaining rows to be retried, and repeated clicks are recorded once", async () => {
  const id = await start(["done", "done"]);
  const sam = await shops.as("2");
  for (let click = 1; click <= 2; click += 1)
    expect(await sam.jobs.cancel({ id })).toMatchObject({ cancelRequested: true });
  await work(id);
  expect(await sam.jobs.detail({ id })).toMatchObject({
    state: "cancelled",
    done: 0,
    counts: { failed: 2, waiting: 0 },
  });
  expect((await refusalOf(sam.jobs.cancel({ id }))).message).toContain("ended already");
  expect(
    (await sam.activity.ofSubject({ subjectType: "job", subjectId: id })).rows.map(({ what }) => what),
  ).toEqual(["Canceled a job"]);
  expect(await sam.jobs.retry({ id })).toMatchObject({ rows: 2 });
  await work(id);
  expect(await sam.jobs.detail({ id })).toMatchObject({ state: "completed", done: 2 });
});

test("a paused job shows who paused it and when, and repeated clicks are recorded once", async () => {
  const id = await start(["done", "done"]);
  const sam = await shops.as("2");
  const owner = await shops.as("1");
  expect(await sam.jobs.detail({ id })).toMatchObject({ paused: null });
  const [paused] = await Promise.all([owner.jobs.pause({ id }), owner.jobs.pause({ id })]);
  expect(paused).toMatchObject({ state: "paused", total: 2, done: 0 });
  expect(await sam.jobs.pause({ id })).toMatchObject({
    paused: { by: expect.stringMatching(/\w/), at: paused.paused?.at },
  });
  await work(id);
  expect((await sam.jobs.list({})).rows[0]).toMatchObject({ id, state: "paused", paused: paused.paused });
  expect((await refusalOf(sam.jobs.retry({ id }))).message).toBe("This job hasn't ended yet.");
  expect(await sam.jobs.resume({ id })).toMatchObject({ state: "queued", paused: null });
  expect(await sam.jobs.resume({ id })).toMatchObject({ state: "queued" });
  await work(id);
  expect(await sam.jobs.detail({ id })).toMatchObject({ state: "completed", done: 2, paused: null });
  expect((await refusalOf(sam.jobs.pause({ id }))).status).toBe(409);
  const entries = (await shops.audit()).filter(({ action }) =>
    /^job\.(paused|resumed)$/.test(String(action)),
  );
  expect(entries.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ["job.paused", "1"],
    ["job.resumed", "2"],
  ]);
});

test("administrators see their own jobs, the owner all of the shop, and neither another shop's", async () => {
  const id = await start(["done"]);
  const own = await start(["done"], "3", "signed-in");
  const idsFor = async (person: string, shop?: string) =>
    (await (await shops.as(person, shop)).jobs.list({})).rows.map((job) => job.id);
  expect((await idsFor("1")).slice(0, 2)).toEqual([own, id]);
  expect(await idsFor("2")).not.toContain(own);
  expect(await idsFor("3")).toEqual([own]);
  expect(await idsFor("1", SECOND)).toEqual([]);
  for (const stranger of [await shops.as("3"), await shops.as("1", SECOND), await shops.as("2", SECOND)]) {
    const refusals = [
      await refusalOf(stranger.jobs.detail({ id })),
      await refusalOf(stranger.jobs.items({ id })),
      await refusalOf(stranger.jobs.resultRows({ id })),
      await refusalOf(stranger.jobs.cancel({ id })),
      await refusalOf(stranger.jobs.retry({ id })),
      await refusalOf(stranger.jobs.pause({ id })),
      await refusalOf(stranger.jobs.resume({ id })),
    ];
    expect(refusals.map(({ status }) => status)).toEqual(Array(7).fill(404));
  }
  expect(await (await shops.as("1")).jobs.detail({ id })).toMatchObject({
    state: "queued",
    cancelRequested: false,
  });
});

test("an administrator who lost the flag no longer sees their job's rows", async () => {
  const id = await start(["done"]);
  await grantAccess("2", []);
  const sam = await shops.as("2");
  expect((await refusalOf(sam.jobs.resultRows({ id }))).status).toBe(404);
  expect((await sam.jobs.list({})).rows).toEqual([]);
  await grantAccess("2", ["showStudents"]);
  expect((await (await shops.as("2")).jobs.detail({ id })).id).toBe(id);
});

test("the list of jobs has the same pages backwards and forwards", async () => {
  for (let started = 0; started < 30; started++) await start(["done"], "3", "signed-in");
  const nora = await shops.as("3");
  const first = await nora.jobs.list({});
  const second = await nora.jobs.list({ direction: "next", last_id: first.nextCursor ?? "" });
  expect([first.rows.length, second.rows.length]).toEqual([25, 6]);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(31);
  expect(
    (await nora.jobs.list({ direction: "previous", last_id: second.previousCursor ?? "" })).rows,
  ).toEqual(first.rows);
  expect((await refusalOf(nora.jobs.list({ direction: "next", last_id: "x" }))).status).toBe(400);
  const unknown = { direction: "next" as const, last_id: "11111111-1111-4111-8111-111111111111" };
  expect((await refusalOf(nora.jobs.list(unknown))).status).toBe(400);
  expect((await refusalOf(nora.jobs.detail({ id: "x" }))).status).toBe(400);
});

test("a cursor of a job's rows belongs to that job and that outcome", async () => {
  const [id, other] = [await start(Array(30).fill("done")), await start(Array(30).fill("done"))];
  const sam = await shops.as("2");
  const { nextCursor } = await sam.jobs.items({ id });
  const page = { direction: "next" as const, last_id: nextCursor ?? "" };
  expect((await sam.jobs.items({ id, ...page })).rows).toHaveLength(5);
  const refused = { status: 400, message: expect.stringContaining("another list or search") };
  expect(await refusalOf(sam.jobs.items({ id: other, ...page }))).toMatchObject(refused);
  expect(await refusalOf(sam.jobs.items({ id, outcome: "waiting", ...page }))).toMatchObject(refused);
  expect(await refusalOf(sam.jobs.list(page))).toMatchObject(refused);
});

test("Backroom's own jobs are visible to administrators with the flag of their function", async () => {
  const id = await start(["done"], "backroom");
  const rebuild = await start(["done"], "backroom", "signed-in");
  const [sam, nora] = [await shops.as("2"), await shops.as("3")];
  expect(await sam.jobs.detail({ id })).toMatchObject({ startedBy: { name: "Backroom" } });
  expect((await sam.jobs.list({})).rows[0]?.id).toBe(id);
  expect((await refusalOf(sam.jobs.detail({ id: rebuild }))).status).toBe(404);
  expect((await refusalOf(nora.jobs.detail({ id }))).status).toBe(404);
});
