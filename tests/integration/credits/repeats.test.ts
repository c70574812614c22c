import { createHash, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { activity } from "../../support/activity.ts";
import { BOOKKEEPER } from "../../support/ledger.ts";
import { saveLimit } from "../../support/safeguards.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { type Credits, DEMO, openCredits, refusalOf } from "./support.ts";

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("credits_repeats", 10);
});
// Also when a test that sets one fails.
afterEach(() => saveLimit(credits.owner.credits.saveApprovalLimit({ amount: null })));
afterAll(() => credits.close());

const issue = (body: object, calls = credits.calls) =>
  calls.credits.issueCredits({
    headers: {},
    body: { ids: "1,2", amount: "5.00", reference: "Bonus", onRepeat: "ask", ...body },
  });
const waitingId = async (reference: string) =>
  (await credits.owner.credits.approvals()).list.find(
    (request) => request.state === "waiting" && request.reference === reference,
  )?.id ?? "";

test("the same amount and reference for the same customer is asked about, with the time and the administrator of the first one", async () => {
  expect(await issue({})).toMatchObject({ status: true, list: [{ id: "1" }, { id: "2" }] });
  const operationId = randomUUID();
  const request = { ids: "1,2,3", reference: "bonus ", operationId };
  const answer = await issue(request, credits.owner);
  const question =
    "2 of 3 customers already got a credit of $5.00 with this reference in the last 7 days. Nothing was posted yet.";
  expect(answer).toEqual({
    status: false,
    msg: question,
    list: [],
    repetition: {
      question,
      more: 0,
      earlier: [1, 2].map((id) => ({
        shopifyCustomerId: String(id),
        customerName: `Customer ${id}`,
        amountCents: 500,
        reference: "Bonus",
        at: expect.any(String),
        by: expect.stringMatching(/\w+ \w+/),
        isWaiting: false,
      })),
    },
  });
  expect(await credits.ledger("person3@x.example")).toHaveLength(0);
  // Once confirmed, the same request is posted.
  expect(await issue({ ...request, onRepeat: "post" }, credits.owner)).toMatchObject({ status: true });
  expect(await credits.ledger("person1@x.example")).toHaveLength(2);
  for (const change of [{ amount: "5.01" }, { reference: "Another" }, { ids: "4" }])
    expect(await issue(change)).not.toHaveProperty("repetition");
});

test("a script that doesn't ask posts, and so does a page after the days that the owner sets", async () => {
  await issue({ ids: "5" });
  expect(await issue({ ids: "5", onRepeat: "post" })).toMatchObject({ status: true });
  await saveLimit(credits.owner.credits.saveRepeatDays({ days: 0 }));
  expect(await issue({ ids: "5" })).toMatchObject({ status: true });
  await credits.owner.credits.saveRepeatDays({ days: 7 });
  expect(await issue({ ids: "5" })).toMatchObject({ status: false });
  expect((await refusalOf(credits.calls.credits.saveRepeatDays({ days: 1 }))).status).toBe(403);
  expect((await refusalOf(credits.owner.credits.saveRepeatDays({ days: 366 }))).status).toBe(400);
  // What failed or was reversed may be given again.
  const { list } = await issue({ ids: "6" });
  await credits.fail(list[0]?.postingId ?? null, "Refused.");
  expect(await issue({ ids: "6" })).toMatchObject({ status: true });
});

test("a request that waits for approval is asked about, too, until it is declined", async () => {
  await credits.owner.credits.saveApprovalLimit({ amount: "50" });
  const request = { ids: "8,9", amount: "60.00", reference: "Large bonus" };
  expect(await issue(request)).toMatchObject({
    status: true,
    list: [{ postingId: null }, { postingId: null }],
  });
  const answer = await issue({ ...request, ids: "9", reference: "large bonus" }, credits.owner);
  expect(answer).toMatchObject({
    status: false,
    msg: "A request for a credit of $60.00 with this reference already waits for approval, for this customer. Nothing was posted yet.",
    repetition: {
      more: 0,
      earlier: [
        { customerName: "Customer 9", amountCents: 6_000, reference: "Large bonus", isWaiting: true },
      ],
    },
  });
  const { list } = await credits.owner.credits.approvals();
  const waiting = list.filter(({ state }) => state === "waiting");
  expect(waiting).toHaveLength(1);
  await credits.owner.credits.decline({ id: waiting[0]?.id ?? "", reason: "Too much" });
  expect(await issue({ ...request, ids: "9" }, credits.owner)).toMatchObject({ status: true });
});

test("an approver is asked about what was posted while the request waited", async () => {
  await credits.owner.credits.saveApprovalLimit({ amount: "50" });
  const request = { ids: "3,4", amount: "62.00", reference: "Waited" };
  await issue(request);
  const id = await waitingId("Waited");
  const approve = (onRepeat: "ask" | "post") => credits.owner.credits.approve({ id, onRepeat });
  await saveLimit(credits.owner.credits.saveApprovalLimit({ amount: null }));
  const body = { ids: "4", amount: "62.00", reference: "waited" };
  const { list } = await credits.owner.credits.issueCredits({ headers: {}, body });
  const question =
    "1 of 2 customers already got a credit of $62.00 with this reference in the last 7 days. Nothing was posted yet.";
  const waited = () => credits.postingsOf("Waited");
  expect(await approve("ask")).toMatchObject({
    status: false,
    msg: question,
    list: [],
    repetition: { question, earlier: [{ customerName: "Customer 4", isWaiting: false }], more: 0 },
    approval: { id, state: "waiting", decidedByName: null },
  });
  expect([await waited(), await waitingId("Waited")]).toEqual([[], id]);
  // One's own request is refused before the question.
  expect((await refusalOf(credits.calls.credits.approve({ id, onRepeat: "ask" }))).status).toBe(403);
  await credits.fail(list[0]?.postingId ?? null, "Refused.");
  expect(await approve("ask")).toMatchObject({ status: true, approval: { state: "approved" } });
  expect(await waited()).toHaveLength(2);
});

test("an approver is asked about everything that was posted in a long wait, and in the days before it", async () => {
  await credits.owner.credits.saveApprovalLimit({ amount: "50" });
  await issue({ ids: "5", amount: "64.00", reference: "Long wait" });
  const id = await waitingId("Long wait");
  await saveLimit(credits.owner.credits.saveApprovalLimit({ amount: null }));
  const body = { ids: "5", amount: "64.00", reference: "Long wait" };
  const { list } = await credits.owner.credits.issueCredits({ headers: {}, body });
  const waitingFor = (interval: string) =>
    credits.query("UPDATE credit_approvals SET asked_at = now() - $3::interval WHERE shop = $1 AND id = $2", [
      DEMO,
      id,
      interval,
    ]);
  await waitingFor("10 days");
  const { database } = await import("~/platform/db/pool.server");
  /** The approver's confirmation when the posting is this old. */
  const questionAfter = async (days: number) => {
    // Postings are append-only otherwise.
    await database().query(
      `SET LOCAL session_replication_role = replica;
       UPDATE ledger_postings SET at = now() - interval '${days} days' WHERE id = '${list[0]?.postingId}'`,
    );
    const { repetition } = await credits.owner.credits.approve({ id, onRepeat: "ask" });
    return repetition?.question ?? null;
  };
  const question = (days: number) =>
    `This customer already got a credit of $64.00 with this reference in the last ${days} days. Nothing was posted yet.`;
  expect([await questionAfter(9), await questionAfter(16)]).toEqual([question(10), question(17)]);
  // A part of a day counts.
  await waitingFor("10 days 23 hours");
  expect([await questionAfter(17), await questionAfter(18)]).toEqual([question(18), null]);
});

test("an approver is asked about a credit within the limit that is being posted at that moment", async () => {
  const [{ withShop }, { exceededApprovalLimit }, { post }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/approval-limit.server"),
    import("~/domain/ledger/post.server"),
  ]);
  await credits.owner.credits.saveApprovalLimit({ amount: "50" });
  await issue({ ids: "6", amount: "65.00", reference: "Same moment" });
  const id = await waitingId("Same moment");
  await saveLimit(credits.owner.credits.saveApprovalLimit({ amount: "1000" }));
  const change = { customerId: 6, type: "Credit", amountCents: 6_500 as never } as const;
  let approval: ReturnType<typeof credits.owner.credits.approve> | undefined;
  await withShop(DEMO, async (tx) => {
    const now = new Date();
    expect(await exceededApprovalLimit(tx, DEMO, { by: BOOKKEEPER, now, changes: [change] })).toBeNull();
    const posting = { by: BOOKKEEPER, operationKey: "1:same-moment", now };
    await post(tx, DEMO, [{ ...change, reference: "Same moment" }], posting);
    approval = credits.owner.credits.approve({ id, onRepeat: "ask" });
    approval.catch(() => undefined);
    await expect.poll(countWaitingSessions).toBeGreaterThan(0);
  });
  expect(await approval).toMatchObject({ status: false, repetition: { earlier: [{ amountCents: 6_500 }] } });
});

test("an approver who confirms a repeated request posts it once", async () => {
  await credits.given(3, "200");
  await credits.owner.credits.saveApprovalLimit({ amount: "50" });
  const adjustment = { ids: "3", amount: "63", reference: "Taken" };
  const adjust = (onRepeat: "ask" | "post") =>
    credits.calls.credits.adjustBalances({ headers: {}, body: { ...adjustment, onRepeat } });
  await adjust("ask");
  const id = await waitingId("Taken");
  await saveLimit(credits.owner.credits.saveApprovalLimit({ amount: null }));
  await adjust("post");
  // Also when it is confirmed in one window and approved in another one.
  const approve = (onRepeat: "ask" | "post") => credits.owner.credits.approve({ id, onRepeat });
  const answers = await Promise.allSettled([
    approve("ask"),
    approve("post"),
    approve("ask"),
    approve("post"),
  ]);
  const approved = answers.filter((one) => one.status === "fulfilled" && one.value.status);
  expect(approved).toHaveLength(1);
  for (const one of answers) if (one.status === "rejected") expect(one.reason).toMatchObject({ status: 409 });
  expect(await credits.postingsOf("Taken")).toHaveLength(2);
});

test("the question says how many requests wait for approval, and for how many customers", async () => {
  await credits.owner.credits.saveApprovalLimit({ amount: "50" });
  const request = { amount: "61.00", reference: "Several" };
  const question = async (ids: string) => (await issue({ ...request, ids }, credits.owner)).msg;
  await issue({ ...request, ids: "1,2" });
  const one =
    "A request for a credit of $61.00 with this reference already waits for approval, for 2 of 3 customers. Nothing was posted yet.";
  expect(await question("1,2,3")).toBe(one);
  await issue({ ...request, ids: "2,3", onRepeat: "post" });
  const two = "2 requests for a credit of $61.00 with this reference already wait for approval, for";
  expect(await question("1,2,3,4")).toBe(`${two} 3 of 4 customers. Nothing was posted yet.`);
  expect(await question("2")).toBe(`${two} this customer. Nothing was posted yet.`);
});

test("of two administrators who request the same credit above the limit concurrently, one is asked", async () => {
  await credits.owner.credits.saveApprovalLimit({ amount: "50" });
  const request = { ids: "10", amount: "60.00", reference: "Twice" };
  const answers = await Promise.all([issue(request), issue(request, credits.owner)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([false, true]);
});

test("of two administrators who issue the same credit concurrently, one is asked", async () => {
  const answers = await Promise.all([issue({ ids: "7" }), issue({ ids: "7" }, credits.owner)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([false, true]);
});

test("of two administrators who add the same customer concurrently, one is asked", async () => {
  const add = (calls: Credits["calls"], onRepeat: "ask" | "post" = "ask") =>
    calls.credits.addCustomer({
      headers: {},
      body: { email: "twice@x.example", amount: "20", reference: "New account", onRepeat },
    });
  const answers = await Promise.all([add(credits.calls), add(credits.owner)]);
  const repeated = answers.find(({ repetition }) => repetition);
  expect(answers.map(({ status }) => status).sort()).toEqual([false, true]);
  expect(repeated).toMatchObject({
    msg: "twice@x.example is already listed, with a balance of $0.00. The credit of $20.00 hasn't been posted yet.",
    repetition: { earlier: [{ amountCents: 2_000, reference: "New account" }] },
  });
  expect(await credits.ledger("twice@x.example")).toHaveLength(1);
  expect((await add(credits.calls, "post")).msg).toBe(
    "twice@x.example was already listed. The credit of $20.00 is on its way.",
  );
});

test("a credit that is refused for a listed customer isn't reported as done, and can be sent again", async () => {
  const operationId = randomUUID();
  const add = (amount: string, id: string = randomUUID()) =>
    credits.calls.credits.addCustomer({
      headers: {},
      body: { email: "rich@x.example", amount, reference: "New account", operationId: id },
    });
  const { postingId } = await add("15000");
  const refused = {
    status: false,
    postingId: null,
    msg: "rich@x.example was already listed. The credit of $1.00 was refused: The customer would have more than $15,000.00, which is Shopify's limit.",
  };
  const entries = async () => (await activity()).length;
  const before = await entries();
  expect(await add("1", operationId)).toMatchObject(refused);
  expect(await entries()).toBe(before);
  await credits.fail(postingId, "Refused.");
  expect(await add("1", operationId)).toMatchObject({ status: true });
});

/** Sends a file as the wizard does, up to its check. */
async function check(rows: readonly string[], calls = credits.calls) {
  const sha256 = createHash("sha256").update(rows.join("\n")).digest("hex");
  const columns = ["Email", "Credit", "Adjustment", "Reference"];
  const { run } = await calls.imports.open({
    kind: "credits",
    fileName: "bonus.csv",
    sha256,
    columns,
    rowCount: rows.length,
    operationId: randomUUID(),
  });
  const mapping = ["email", "credit", "adjustment", "reference"];
  await calls.imports.decide({ id: run.id, mapping, blanks: "keep" });
  const sheet = rows.map((row, index) => ({ number: index + 2, cells: row.split(",") }));
  await calls.imports.send({ id: run.id, rows: sheet });
  return calls.imports.finish({ id: run.id });
}

test("a file of credits shows its sums, and the same file is asked about before it is imported again", async () => {
  const people = ["file1@x.example", "file2@x.example"];
  for (const email of people)
    await credits.calls.credits.addCustomer({ headers: {}, body: { email, amount: "0", reference: "New" } });
  const file = people.map((email) => `${email},12.50,,Bonus of May`);
  const first = await check(file);
  const { owedCents } = await credits.calls.credits.liability();
  const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;
  expect(first).toMatchObject({
    counts: { change: 2 },
    question: null,
    summary: [
      "Credits: 2 rows, $25.00 in all.",
      `Owed to all customers: ${money(owedCents)} now, ${money(owedCents + 2_500)} afterward.`,
    ],
  });
  // Another window has the same file open. Of the two, only one starts without a question.
  const second = await check(file, credits.owner);
  const started = await Promise.allSettled([
    credits.calls.imports.start({ id: first.id }),
    credits.owner.imports.start({ id: second.id }),
  ]);
  expect(started.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  // The question arose after the check. The other administrator's page can ask it now.
  const refused = started[0]?.status === "rejected" ? first : second;
  expect(refused.question).toBeNull();
  const { question } = await credits.owner.imports.detail({ id: refused.id });
  expect(question).toMatch(/^This file was imported on /);
  const third = await check(file);
  expect(third.question).toMatch(
    /^This file was imported on .* UTC by .*: 2 rows\. 2 rows repeat a posting of the last 7 days/,
  );
  expect(third.question).toMatch(/file1@x\.example \$12\.50 on .* UTC by /);
  expect(await refusalOf(credits.calls.imports.start({ id: third.id }))).toMatchObject({
    status: 409,
    message: third.question,
  });
  await credits.calls.imports.start({ id: third.id, isConfirmed: true });
  expect(await credits.postingsOf("Bonus of May")).toHaveLength(4);
});

test("a file whose undo was canceled is asked about, and one that was undone isn't", async () => {
  await credits.calls.credits.addCustomer({
    headers: {},
    body: { email: "file3@x.example", amount: "0", reference: "New" },
  });
  const file = ["file3@x.example,5,,Bonus of June"];
  const { id } = await check(file);
  const { jobId } = await credits.calls.imports.start({ id });
  const [posting] = await credits.postingsOf("Bonus of June");
  await credits.confirm(posting?.id ?? null);
  await credits.work(jobId);
  const undo = await credits.calls.imports.undo({ id });
  await credits.calls.jobs.cancel({ id: undo.jobId });
  await credits.work(undo.jobId);
  expect((await check(file)).question).toContain("This file was imported on");
  for (const state of ["queued", "running", "completed"])
    await credits.query(`UPDATE jobs SET state = '${state}' WHERE id = $1`, [undo.jobId]);
  expect((await check(file)).question).not.toContain("This file was imported on");
});

test("adding a customer again whose credit waits for approval asks", async () => {
  await credits.owner.credits.saveApprovalLimit({ amount: "50" });
  const add = (calls: Credits["calls"], onRepeat: "ask" | "post" = "ask") =>
    calls.credits.addCustomer({
      headers: {},
      body: { email: "waits@x.example", amount: "60", reference: "New account", onRepeat },
    });
  expect((await add(credits.calls)).status).toBe(true);
  expect(await add(credits.owner)).toMatchObject({
    status: false,
    msg: "A request for a credit of $60.00 with this reference already waits for approval, for this customer. The credit of $60.00 hasn't been posted yet.",
    repetition: { earlier: [{ amountCents: 6_000, isWaiting: true }] },
  });
  await add(credits.owner, "post");
  expect((await add(credits.calls)).msg).toBe(
    "2 requests for a credit of $60.00 with this reference already wait for approval, for this customer. The credit of $60.00 hasn't been posted yet.",
  );
});
