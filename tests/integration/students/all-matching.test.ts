/** Bulk actions on all registrations that a search finds, and questions to many. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { jobRows } from "../../support/jobs.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { tagsInStore } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("all_matching");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

async function register(...names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push(await registerStudent(shop.localStore, { name }));
  await refreshMirror(ids);
  return ids;
}

async function work(jobId: string): Promise<void> {
  const [{ runJob }, { app }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("../../support/app.ts"),
  ]);
  await runJob(DEMO, jobId, new Map(app.jobs.map((job) => [job.name, job])), new AbortController().signal);
}

const matching = (searchValue: string, count: number) => ({
  registration: "student" as const,
  match: { status: "pending" as const, search: { searchType: "Email" as const, searchValue }, count },
});
const approve = (searchValue: string, count: number, operationId?: string) =>
  calls.customers.decideMany({
    ...matching(searchValue, count),
    removeTag: "Pending",
    addTag: "Approved",
    operationId,
  });

test("all that match are approved as one job, but never more than were confirmed", async () => {
  const ids = await register("Zara Quillmoor", "Zeno Quillmoor");
  const [other = 0] = await register("Zoe Otherwise");
  const params = { status: "pending" as const };
  const body = { searchType: "Email" as const, searchValue: "quillmoor" };
  expect(await calls.students.matches({ params, body })).toEqual({ count: 2, max: 10_000 });
  expect(await calls.students.hits({ body })).toMatchObject({
    pending: { count: 2, exact: true },
    approved: { count: 0, exact: true },
  });
  await expect(approve("quillmoor", 1)).rejects.toMatchObject({
    status: 409,
    message: "More match now than the 1 that you confirmed. Nothing was started. Select all again.",
  });

  const first = await approve("quillmoor", 2, "operation-quillmoor");
  expect(first.count).toBe(2);
  await work(first.jobId);
  expect(await jobRows(first.jobId)).toMatchObject([{ state: "done" }, { state: "done" }]);
  for (const id of ids) expect(await tagsInStore(shop, id)).toContain("Approved");
  expect(await tagsInStore(shop, other)).toContain("Pending");

  // After a lost answer, when none match any longer.
  expect(await approve("quillmoor", 2, "operation-quillmoor")).toEqual(first);
  await expect(approve("otherwise", 2, "operation-quillmoor")).rejects.toMatchObject({ status: 409 });
  await expect(approve("quillmoor", 2)).rejects.toMatchObject({ status: 409 });
});

test("many are asked as one job, and one undo withdraws all questions", async () => {
  await register("Yara Vexley", "Yuri Vexley");
  const asked = await calls.questions.askMany({ ...matching("vexley", 2), text: "Which school?" });
  await work(asked.jobId);
  expect(await jobRows(asked.jobId)).toMatchObject([
    { state: "done", message: "Asked by email" },
    { state: "done", message: "Asked by email" },
  ]);
  const waiting = async () => {
    const body = { searchType: "Email" as const, searchValue: "vexley" };
    return (await calls.students.hits({ body })).waiting.count;
  };
  expect(await waiting()).toBe(2);
  expect(await calls.jobs.detail({ id: asked.jobId })).toMatchObject({
    title: "Ask 2 students",
    canUndo: true,
  });

  const undo = await calls.jobs.undo({ id: asked.jobId });
  await work(undo.jobId);
  expect((await jobRows(undo.jobId)).map(({ message }) => message)).toEqual(
    Array.from({ length: 2 }, () => "Pending again. The email about it was canceled before it was sent."),
  );
  expect(await waiting()).toBe(0);
});
