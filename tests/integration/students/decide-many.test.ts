import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { failRows, jobRows } from "../../support/jobs.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { decideAsOwner, failing, finishLeftOpen, Gate, gid, leaseRunsOut, tagsInStore } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("decide_many");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const reject = (ids: readonly number[], operationId?: string) =>
  calls.customers.decideMany({
    registration: "student",
    customers: ids.map((id) => ({ id: gid(id), label: `Student ${id}` })),
    removeTag: "Pending",
    addTag: "Disabled",
    operationId,
  });

async function sql(text: string, values: unknown[]) {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows;
}

async function work(jobId: string) {
  const [{ runJob }, { app }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("../../support/app.ts"),
  ]);
  const kinds = new Map(app.jobs.map((job) => [job.name, job]));
  await runJob(DEMO, jobId, kinds, new AbortController().signal);
}

test("a repeated or concurrent operation id returns the same job, and other work with it is refused", async () => {
  const ids = [
    await registerStudent(shop.localStore, { name: "Ina One" }),
    await registerStudent(shop.localStore, { name: "Ivo Two" }),
  ];
  const answers = await Promise.all(Array.from({ length: 4 }, () => reject(ids, "operation-many-1")));
  expect(new Set(answers.map(({ jobId }) => jobId)).size).toBe(1);
  const [first] = answers;
  const { rows: started } = await calls.jobs.list({});
  expect(started.filter(({ title }) => title.startsWith("Reject "))).toMatchObject([{ total: 2 }]);

  await expect(reject(ids.slice(0, 1), "operation-many-1")).rejects.toMatchObject({ status: 409 });

  await work(first?.jobId ?? "");
  expect(await jobRows(first?.jobId ?? "")).toMatchObject([
    { state: "done", message: "Rejected" },
    { state: "done", message: "Rejected" },
  ]);
  await expect(reject(ids, "operation-many-1")).resolves.toEqual(first);
  const other = await reject(ids);
  expect(other.jobId).not.toBe(first?.jobId);
});

test("a row whose person was erased is skipped with a message", async () => {
  const [erased, active] = [
    await registerStudent(shop.localStore, { name: "Eli Erased" }),
    await registerStudent(shop.localStore, { name: "Kim Kept" }),
  ];
  const { jobId } = await reject([erased, active]);
  const { redactCustomer } = await import("../../support/erasure.ts");
  await redactCustomer(DEMO, { id: erased });

  await work(jobId);

  expect(await jobRows(jobId)).toEqual([
    { label: "Erased", state: "skipped", message: "This person's data was erased." },
    { label: `Student ${active}`, state: "done", message: "Rejected" },
  ]);
  expect(await tagsInStore(shop, erased)).toContain("Pending");
});

test("a name of 300 characters, to which the page cuts longer ones, doesn't refuse the selection", async () => {
  const id = await registerStudent(shop.localStore, { name: "Lou Long" });
  await refreshMirror([id]);
  const { jobId } = await calls.customers.decideMany({
    registration: "student",
    removeTag: "Pending",
    addTag: "Approved",
    operationId: "operation-long",
    customers: [{ id: gid(id), label: "x".repeat(300) }],
  });
  expect(await jobRows(jobId)).toMatchObject([{ label: "x".repeat(300) }]);
});

test("the job of many people names their number as the page that confirmed it", async () => {
  const { jobId } = await reject(Array.from({ length: 1_200 }, (_unused, index) => 900_000 + index));
  expect(await calls.jobs.detail({ id: jobId })).toMatchObject({ title: "Reject 1,200 students" });
});

test("undoing a rejection states the status as the screens name it", async () => {
  const id = await registerStudent(shop.localStore, {
    name: "Wes Words",
    tags: ["UserType:Student", "Disabled"],
  });
  const { decisionId } = await calls.customers.changeStatus({
    ids: { id: gid(id) },
    removeTag: "Disabled",
    addTag: "Approved",
  });
  const [{ answerCall }, { registrationTexts }] = await Promise.all([
    import("~/core/answer-call.server"),
    import("~/domain/registrations/page-data.server"),
  ]);
  const input = { id: decisionId, operationId: "operation-wes" };
  const { notice } = await answerCall(calls, registrationTexts, { call: "customers.undoDecision", input });
  expect(notice?.text).toBe("Undone: the registration is Rejected again.");
});

test("bulk decisions are undone as one job, except for a customer who was changed since", async () => {
  const ids = [
    await registerStudent(shop.localStore, { name: "Una Undone" }),
    await registerStudent(shop.localStore, { name: "Cleo Changed" }),
  ];
  const [undone = 0, changed = 0] = ids;
  const { jobId } = await reject(ids);
  await expect(calls.jobs.undo({ id: jobId })).rejects.toMatchObject({ status: 409 });
  await work(jobId);
  expect(await calls.jobs.detail({ id: jobId })).toMatchObject({
    outcome: { level: "success", text: "2 rejected" },
    canUndo: true,
  });
  await calls.customers.changeStatus({
    ids: { id: gid(changed) },
    removeTag: "Disabled",
    addTag: "Approved",
    operationId: "changed-since-1",
  });

  const undo = await calls.jobs.undo({ id: jobId });
  expect(await calls.jobs.detail({ id: jobId })).toMatchObject({ canUndo: false });
  // The notice and the job's page start the same job.
  expect(await calls.customers.undoDecisions({ jobId })).toEqual({ jobId: undo.jobId });
  await work(undo.jobId);
  expect(await calls.jobs.detail({ id: undo.jobId })).toMatchObject({
    title: "Undo: Reject 2 students",
    outcome: { level: "info", text: "1 undone, 1 skipped: changed since" },
    canUndo: false,
  });
  expect(await tagsInStore(shop, undone)).toContain("Pending");
  expect(await tagsInStore(shop, changed)).toContain("Approved");
});

test("undoing bulk decisions says per person whether the email was sent already", async () => {
  const ids = [
    await registerStudent(shop.localStore, { name: "Mia Mailed" }),
    await registerStudent(shop.localStore, { name: "Quin Queued" }),
  ];
  const { jobId } = await calls.customers.decideMany({
    registration: "student",
    customers: ids.map((id) => ({ id: gid(id), label: `Student ${id}` })),
    removeTag: "Pending",
    addTag: "Disabled",
    notify: true,
  });
  await work(jobId);
  await sql("UPDATE mails SET state = 'sent' WHERE to_email = $1", ["mia.mailed@students.example"]);
  const undo = await calls.jobs.undo({ id: jobId });
  await work(undo.jobId);
  expect((await jobRows(undo.jobId)).map(({ message }) => message)).toEqual([
    "Pending again. The email about it was already sent. Write to the customer if they should know.",
    "Pending again. The email about it was canceled before it was sent.",
  ]);
});

test("a person who is being decided on while a job is undone fails, and a retry undoes the decision", async () => {
  const id = await registerStudent(shop.localStore, { name: "Ben Busy" });
  const { jobId } = await reject([id]);
  await work(jobId);
  const { Refusal } = await import("~/platform/errors");
  const gate = new Gate("before sending");
  const refusing = failing("before", new Refusal(502, "SHOPIFY_REFUSED", "Shopify refused it."));
  const other = decideAsOwner((api) => gate.wrap(refusing(api)), {
    customerId: id,
    from: "disabled",
    to: "approved",
    operationId: "operation-ben",
  });
  await gate.reached;
  const undo = await calls.jobs.undo({ id: jobId });
  await work(undo.jobId);
  expect(await jobRows(undo.jobId)).toMatchObject([
    { state: "failed", message: expect.stringContaining("Someone is deciding on this person right now.") },
  ]);
  gate.open();
  await expect(other).rejects.toMatchObject({ status: 502 });
  await calls.jobs.retry({ id: undo.jobId });
  await work(undo.jobId);
  expect(await jobRows(undo.jobId)).toMatchObject([{ state: "done", message: "Pending again" }]);
});

test("two administrators who undo the same job at the same time start one job", async () => {
  const id = await registerStudent(shop.localStore, { name: "Otto Once" });
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showStudents"]);
  const colleague = await signedInCalls(shop, "2");
  const { jobId } = await reject([id]);
  await work(jobId);
  const undos = await Promise.all(
    [calls, colleague].map(({ customers }) => customers.undoDecisions({ jobId })),
  );
  expect(undos[0]).toEqual(undos[1]);
  const { rows } = await calls.jobs.list({});
  expect(rows.slice(0, 2).map(({ id }) => id)).toEqual([undos[0]?.jobId, jobId]);
});

test("decisions aren't undone while the failed rows of their job are being retried", async () => {
  const ids = [
    await registerStudent(shop.localStore, { name: "Rita Retried" }),
    await registerStudent(shop.localStore, { name: "Dina Done" }),
  ];
  const { jobId } = await reject(ids);
  await work(jobId);
  await failRows(jobId, 1);
  const [{ withShop }, { retryFailedItems }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/platform/jobs/control-job.server"),
  ]);
  const undoing = await withShop(DEMO, async (tx) => {
    await retryFailedItems(tx, DEMO, jobId);
    const waiting = { answer: calls.customers.undoDecisions({ jobId }) };
    waiting.answer.catch(() => undefined);
    await expect.poll(countWaitingSessions).toBe(1);
    return waiting;
  });
  await expect(undoing.answer).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("This job is still running."),
  });
});

test("a job isn't undone while it isn't known whether one of its decisions was applied", async () => {
  const ids = [
    await registerStudent(shop.localStore, { name: "Lia Lost" }),
    await registerStudent(shop.localStore, { name: "Sol Sure" }),
  ];
  const [lost = 0, sure = 0] = ids;
  const { jobId } = await reject(ids);
  const { faults } = shop.localStore.store;
  faults.setFor(DEMO, "CustomerStatusChange", { timeoutAfterCommit: 1 });
  await work(jobId);
  faults.reset(DEMO);
  expect((await jobRows(jobId)).map(({ state }) => state)).toEqual(["failed", "failed"]);
  await expect(calls.customers.undoDecisions({ jobId })).rejects.toMatchObject({
    status: 409,
    message: "Backroom is checking whether 2 decisions of this job were applied. Undo it in a minute.",
  });
  for (const id of ids) await leaseRunsOut(id);
  await finishLeftOpen();
  await work((await calls.customers.undoDecisions({ jobId })).jobId);
  for (const id of [lost, sure]) expect(await tagsInStore(shop, id)).toContain("Pending");
});

test("a retry decides on no one once the job was undone", async () => {
  const ids = [
    await registerStudent(shop.localStore, { name: "Fay Failed" }),
    await registerStudent(shop.localStore, { name: "Dora Done" }),
  ];
  const { jobId } = await reject(ids);
  await work(jobId);
  await failRows(jobId, 1);
  await work((await calls.customers.undoDecisions({ jobId })).jobId);
  await calls.jobs.retry({ id: jobId });
  await work(jobId);
  expect(await calls.jobs.detail({ id: jobId })).toMatchObject({
    state: "failed",
    message: "This job was undone, so it decides on no one any longer. Select these people again.",
  });
  for (const id of ids) expect(await tagsInStore(shop, id)).toContain("Pending");
});
