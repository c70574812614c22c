import { afterAll, beforeAll, expect, test } from "vitest";
import { MailRefused } from "~/connectors/mail/port";
import { decidedText } from "~/domain/registrations/messages";
import type { Registration } from "~/domain/registrations/status";
import { removeTags } from "../../../local-store/data/customers.ts";
import { activity, activityOf } from "../../support/activity.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { outbox } from "../../support/outbox.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { blockAddress, mailRow, pauseIsOver, sendDue } from "../mail/support.ts";
import {
  decideAsOwner,
  finishLeftOpen,
  Gate,
  gid,
  isBulkTo,
  leaseRunsOut,
  sendMails,
  workOnJobs,
} from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("reasons");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

async function registered(name: string): Promise<number> {
  const id = await registerStudent(shop.localStore, { name });
  await refreshMirror([id]);
  return id;
}

type Reply = { reason?: string; note?: string; notify?: boolean };
const reject = (id: number, reply: Reply = {}) =>
  calls.customers.changeStatus({ ids: { id: gid(id) }, removeTag: "Pending", addTag: "Disabled", ...reply });
const approve = (id: number, reply: Reply = {}) =>
  calls.customers.changeStatus({ ids: { id: gid(id) }, removeTag: "Pending", addTag: "Approved", ...reply });
const rejectedRow = async (id: number) =>
  (await calls.students.list({ params: { status: "disabled" } })).rows.find((row) => row.id === gid(id));

test("a rejection's reason and note are on the row, in the history and in the mail", async () => {
  const id = await registered("Rita Reason");
  const answer = await reject(id, { reason: "no-proof", note: "The card is cut off", notify: true });

  expect(answer.mails).toEqual({ own: "queued", earlier: null });
  expect((await rejectedRow(id))?.remark).toMatchObject({
    kind: "rejected",
    reason: "Proof missing or unreadable",
    note: "The card is cut off",
    by: "Olivia Owner",
  });
  expect(await activityOf("customer", id)).toMatchObject([
    {
      after: {
        Status: "Rejected",
        Reason: "Proof missing or unreadable",
        Note: "The card is cut off",
        "Email to the person": "queued",
      },
    },
  ]);
  const [mail] = await outbox({ to: "rita.reason@students.example" });
  expect(mail).toMatchObject({ kind: "Registration rejected" });
  expect(mail?.text).toContain("The proof that goes with your registration is missing");
  expect(mail?.text).not.toContain("The card is cut off");
  expect(await isBulkTo("rita.reason@students.example")).toEqual([false]);
});

test("an email whose decision is undone while it is being sent isn't sent again", async () => {
  const id = await registered("Una Undone");
  const { decisionId } = await reject(id, { notify: true });
  const [{ id: mailId = "" } = {}] = await outbox({ to: "una.undone@students.example" });
  await sendDue({
    send: async ({ to }) => {
      if (to.email !== "una.undone@students.example") return;
      expect((await calls.customers.undoDecision({ id: decisionId })).mails).toMatchObject({
        earlier: "sent",
      });
      throw new MailRefused("later", "The mail server doesn't answer.");
    },
  });
  expect(await mailRow(mailId)).toMatchObject({ state: "queued" });
  await pauseIsOver(mailId);
  await sendDue();
  const why = "The decision was undone or the question was closed, so this email wasn't sent.";
  expect(await mailRow(mailId)).toMatchObject({ state: "failed", last_error: why });
  expect(await calls.mail.sendAgain({ ids: [mailId] })).toMatchObject({
    queued: [],
    refused: [{ id: mailId, why }],
  });
});

test("a decision on a person whose address is blocked says that no email was sent", async () => {
  const [one, many] = [await registered("Bo Blocked"), await registered("Bea Blocked")];
  for (const name of ["bo", "bea"]) await blockAddress(`${name}.blocked@students.example`);
  const { mails } = await reject(one, { notify: true });
  expect(mails).toEqual({ own: "blocked", earlier: null });
  expect(decidedText("Bo Blocked", "disabled", mails)).toContain("No email was sent");
  const { jobId } = await calls.customers.decideMany({
    registration: "student",
    customers: [{ id: gid(many), label: "Bea Blocked" }],
    removeTag: "Pending",
    addTag: "Disabled",
    notify: true,
  });
  await workOnJobs(jobId);
  const { rows } = await calls.jobs.items({ id: jobId });
  expect(rows).toMatchObject([
    { state: "done", message: "Rejected. No email: an earlier one to this address bounced." },
  ]);
});

test("a decision on a person who is a student and staff is about the kind of the page", async () => {
  const both = async (name: string) => {
    const id = await registerStudent(shop.localStore, {
      name,
      tags: ["UserType:Staff", "UserType:Student", "Pending"],
    });
    await refreshMirror([id]);
    return id;
  };
  const [{ answerCall }, { registrationTexts }] = await Promise.all([
    import("~/core/answer-call.server"),
    import("~/domain/registrations/page-data.server"),
  ]);
  // As the pages post it.
  const submit = (call: string, input: object) => answerCall(calls, registrationTexts, { call, input });
  const decideOn = async (registration: Registration, name: string) =>
    submit("customers.changeStatus", {
      ids: { id: gid(await both(name)) },
      registration,
      removeTag: "Pending",
      addTag: "Approved",
      notify: true,
      operationId: `operation-${name}`,
    });
  await decideOn("staff", "Stef Both");
  await decideOn("student", "Stu Both");
  await submit("questions.ask", {
    ids: { id: gid(await both("Asa Both")) },
    registration: "staff",
    text: "Which school?",
    operationId: "operation-asa",
  });
  const { jobId } = await calls.customers.decideMany({
    registration: "staff",
    customers: [{ id: gid(await both("Moss Both")), label: "Moss Both" }],
    removeTag: "Pending",
    addTag: "Approved",
    notify: true,
  });
  await workOnJobs(jobId);

  const mailed = async (name: string) => (await outbox({ to: `${name}.both@students.example` }))[0]?.text;
  expect(await mailed("stu")).toContain("as a student");
  for (const name of ["stef", "asa", "moss"]) expect(await mailed(name)).toContain("as a staff customer");
});

test("a decision on a kind of registration that a person no longer has isn't made on their other one", async () => {
  const id = await registerStudent(shop.localStore, {
    name: "Kay Student",
    tags: ["UserType:Staff", "UserType:Student", "Pending"],
  });
  await refreshMirror([id]);
  await removeTags(shop.localStore.store, DEMO, id, ["UserType:Staff"]);
  const isStaff = async () =>
    (await calls.staff.list({ params: { status: "pending" } })).rows.some((row) => row.id === gid(id));
  expect(await isStaff()).toBe(true);
  const asStaff = { registration: "staff", removeTag: "Pending", addTag: "Approved" } as const;
  const message = "This customer has no registration as a staff customer to decide on.";
  await expect(calls.customers.changeStatus({ ids: { id: gid(id) }, ...asStaff })).rejects.toMatchObject({
    status: 404,
    message,
  });
  expect(await isStaff()).toBe(false);
  const question = { ids: { id: gid(id) }, registration: "staff", text: "A proof?" } as const;
  await expect(calls.questions.ask(question)).rejects.toMatchObject({ status: 404, message });
  const staffAndStudent = await registerStudent(shop.localStore, {
    name: "Lee Both",
    tags: ["UserType:Staff", "UserType:Student", "Pending"],
  });
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showStudents"]);
  const carl = await signedInCalls(shop, "2");
  const ids = { id: gid(staffAndStudent) };
  await expect(carl.customers.changeStatus({ ids, ...asStaff })).rejects.toMatchObject({ status: 403 });
});

test("undoing approvals of a rejected person shows the rejection again, and a newer one after it", async () => {
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showStudents"]);
  const carl = await signedInCalls(shop, "2");
  const id = await registered("Ruth Returned");
  const move = (by: typeof calls, removeTag: string, addTag: string, reply: Reply = {}) =>
    by.customers.changeStatus({ ids: { id: gid(id) }, removeTag, addTag, ...reply });
  const undo = async (decision: Promise<{ decisionId: string }>) =>
    carl.customers.undoDecision({ id: (await decision).decisionId });

  await reject(id, { reason: "no-proof", note: "The card is cut off" });
  const first = (await rejectedRow(id))?.remark;
  expect(first).toMatchObject({ note: "The card is cut off", by: "Olivia Owner" });
  for (let round = 0; round < 2; round++) {
    await undo(move(carl, "Disabled", "Approved"));
    expect((await rejectedRow(id))?.remark).toEqual(first);
  }

  await move(carl, "Disabled", "Approved");
  await undo(move(calls, "Approved", "Disabled", { reason: "duplicate" }));
  expect(await rejectedRow(id)).toBeUndefined();
  await move(carl, "Approved", "Disabled", { reason: "duplicate" });
  await undo(move(calls, "Disabled", "Approved"));
  expect((await rejectedRow(id))?.remark).toMatchObject({ reason: "Registered twice", by: "Carl Credit" });
});

test("the specification's call rejects without a reason, and sends nothing", async () => {
  const id = await registered("Paul Plain");
  expect((await reject(id)).mails).toBeUndefined();
  expect((await rejectedRow(id))?.remark).toMatchObject({ kind: "rejected", reason: "", note: "" });
  expect(await outbox({ to: "paul.plain@students.example" })).toEqual([]);
});

test("an undo before the mail is sent cancels it, and a later undo says that it was sent", async () => {
  const [early, late] = [await registered("Eve Early"), await registered("Leo Late")];
  const first = await reject(early, { notify: true });
  const undone = await calls.customers.undoDecision({ id: first.decisionId });
  expect(undone.mails).toEqual({ own: null, earlier: "cancelled" });
  expect(await outbox({ to: "eve.early@students.example" })).toEqual([]);

  const second = await reject(late, { notify: true });
  await sendMails();
  const sent = await calls.customers.undoDecision({ id: second.decisionId });
  expect(sent.mails).toEqual({ own: null, earlier: "sent" });
});

test("after a crash behind Shopify's change, the reason is stored and the mail queued once", async () => {
  const id = await registered("Dot Died");
  const gate = new Gate("after the answer");
  void decideAsOwner(gate.wrap, {
    customerId: id,
    from: "pending",
    to: "disabled",
    operationId: "operation-dot",
    reason: { code: "no-proof", label: "No proof", text: "There is no proof." },
    notify: true,
  });
  await gate.reached;
  await leaseRunsOut(id);
  await Promise.all([finishLeftOpen(), finishLeftOpen()]);
  expect((await rejectedRow(id))?.remark).toMatchObject({ reason: "No proof" });
  expect(await outbox({ to: "dot.died@students.example" })).toMatchObject([
    { text: expect.stringContaining("There is no proof.") },
  ]);
});

test("a bulk rejection has one reason and a bulk mail for each person", async () => {
  const ids = [await registered("Mia Many"), await registered("Moe Many")];
  const { jobId } = await calls.customers.decideMany({
    registration: "student",
    customers: ids.map((id) => ({ id: gid(id), label: String(id) })),
    removeTag: "Pending",
    addTag: "Disabled",
    reason: "duplicate",
    notify: true,
  });
  await workOnJobs(jobId);
  for (const id of ids) expect((await rejectedRow(id))?.remark).toMatchObject({ reason: "Registered twice" });
  for (const to of ["mia.many@students.example", "moe.many@students.example"]) {
    expect(await outbox({ to })).toMatchObject([
      { text: expect.stringContaining("registered with us already") },
    ]);
    expect(await isBulkTo(to)).toEqual([true]);
  }
});

test.each([
  ["an unknown reason", { reason: "because" }, /"because" isn't a reason/],
  ["a note that is too long", { note: "x".repeat(1_001) }, /at most 1,000/],
])("%s is refused, and no one is rejected", async (what, reply, message) => {
  const id = await registered(`Nora ${what.split(" ").at(-1)}`);
  await expect(reject(id, reply)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(message),
  });
  expect(await rejectedRow(id)).toBeUndefined();
});

test("an approval with a reason is refused", async () => {
  const id = await registered("Ada Approved");
  await expect(approve(id, { reason: "no-proof" })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("goes with a rejection only"),
  });
});

test("an approval is emailed when the shop's switch or the call requests it", async () => {
  const [silent, notified, requested] = [
    await registered("Sia Silent"),
    await registered("Tia Told"),
    await registered("Ace Asked"),
  ];
  await approve(silent);
  await approve(requested, { notify: true });
  await calls.settings.change({ switches: { approvalMail: true } });
  await approve(notified);
  await calls.settings.change({ switches: { approvalMail: false } });
  expect(await outbox({ to: "sia.silent@students.example" })).toEqual([]);
  expect(await outbox({ to: "tia.told@students.example" })).toMatchObject([
    { kind: "Registration approved" },
  ]);
  expect(await outbox({ to: "ace.asked@students.example" })).toMatchObject([
    { kind: "Registration approved" },
  ]);
});

test("the owner edits the list's order, texts and visibility, and each change is recorded", async () => {
  const { reject: before } = await calls.reasons.read();
  expect(before.reasons.length).toBeGreaterThan(3);
  const mine = [
    { code: "too-late", label: "Too late", text: "The deadline has passed.", active: true },
    ...before.reasons.map((reason) => ({ ...reason, active: reason.code !== "duplicate" })),
  ];
  const saved = await calls.reasons.save({ kind: "reject", reasons: mine, version: before.version });
  expect(saved).toMatchObject({ changed: true, reasons: mine });
  expect((await calls.reasons.read()).reject.reasons).toEqual(mine);
  expect((await (await signedInCalls(shop, "1", SECOND)).reasons.read()).reject.reasons).toEqual(
    before.reasons,
  );

  expect((await activity("reasons.changed")).at(-1)).toMatchObject({
    after: { "Too-late": expect.any(String) },
  });
  // Repeating it changes nothing. With an older list it is a conflict.
  expect(await calls.reasons.save({ kind: "reject", reasons: mine, version: before.version })).toMatchObject({
    changed: false,
  });
  await expect(
    calls.reasons.save({ kind: "reject", reasons: [], version: before.version }),
  ).rejects.toMatchObject({ status: 409 });

  const id = await registered("Tess Late");
  await expect(reject(id, { reason: "duplicate" })).rejects.toMatchObject({ status: 400 });
  await reject(id, { reason: "too-late" });
  const { version } = saved;
  await calls.reasons.save({ kind: "reject", reasons: before.reasons, version });
  expect((await rejectedRow(id))?.remark).toMatchObject({ reason: "Too late" });
});

test.each([
  ["a duplicate code", [one("a"), one("a")], /Duplicate code/],
  ["a code with capitals", [one("NO")], /at most 40 lowercase letters/],
  ["an empty text", [{ ...one("a"), text: " " }], /must not be empty, because the customer reads it$/],
  ["too many", Array.from({ length: 31 }, (_, index) => one(`r${index}`)), /at most 30/],
])("%s is refused", async (_what, reasons, message) => {
  const { version } = (await calls.reasons.read()).question;
  await expect(calls.reasons.save({ kind: "question", reasons, version })).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(message),
  });
});

test("only the owner changes the lists", async () => {
  const stranger = await signedInCalls(shop, "3");
  await expect(stranger.reasons.save({ kind: "reject", reasons: [], version: "" })).rejects.toMatchObject({
    status: 403,
  });
});

function one(code: string) {
  return { code, label: "A label", text: "A text", active: true };
}
