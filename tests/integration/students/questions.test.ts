import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MailRefused } from "~/connectors/mail/port";
import { addTags, removeTags, updateCustomer } from "../../../local-store/data/customers.ts";
import { activityOf } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { decodeUploads } from "../../support/decode-uploads.ts";
import { outbox } from "../../support/outbox.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { linksOf, visitOwnRequests, visitRequest } from "../../support/public-pages.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { inShop } from "../invitations/support.ts";
import { blockAddress, mailRow, pauseIsOver, sendDue } from "../mail/support.ts";
import { decideAsOwner, Gate, gid, sendMails, tagsInStore } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("questions");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

async function registered(name: string, email?: string): Promise<number> {
  const id = await registerStudent(shop.localStore, { name, email });
  await refreshMirror([id]);
  return id;
}

const ask = (id: number, text = "Please send a proof.", operationId?: string) =>
  calls.questions.ask({ ids: { id: gid(id) }, text, operationId });
const rowsIn = async (status: "pending" | "waiting" | "approved" | "disabled") =>
  (await calls.students.list({ params: { status } })).rows;
const rowOf = async (id: number, status: Parameters<typeof rowsIn>[0]) =>
  (await rowsIn(status)).find((row) => row.id === gid(id));
const approve = (id: number) =>
  calls.customers.changeStatus({ ids: { id: gid(id) }, removeTag: "Pending", addTag: "Approved" });

test("a person with an open question is listed in its own tab, keeps the tag Pending, and gets a mail", async () => {
  const id = await registered("Ann Asked");
  const before = await calls.students.counts();
  const { questionId } = await ask(id, "Which school?");

  expect(await rowOf(id, "pending")).toBeUndefined();
  expect((await rowOf(id, "waiting"))?.remark).toMatchObject({
    kind: "question",
    id: questionId,
    text: "Which school?",
    by: "Olivia Owner",
    answered: false,
  });
  expect(await calls.students.counts()).toEqual({
    ...before,
    pending: before.pending - 1,
    waiting: before.waiting + 1,
  });
  expect(await tagsInStore(shop, id)).toEqual(["Pending", "UserType:Student"]);
  expect(await outbox({ to: "ann.asked@students.example" })).toMatchObject([
    {
      kind: "Registration needs information",
      state: "queued",
      text: expect.stringContaining("Which school?"),
    },
  ]);
  expect(await activityOf("customer", id)).toMatchObject([
    { action: "registration.question asked", after: { Question: "Which school?" } },
  ]);
});

test("a person whose address is blocked isn't asked, because the question wouldn't be sent", async () => {
  const id = await registered("Bob Blocked");
  await blockAddress("bob.blocked@students.example");
  await expect(ask(id)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("allow email to it on the Mail page"),
  });
  expect(await rowOf(id, "pending")).toBeTruthy();
});

test("a change of the person's record after the question marks the row", async () => {
  const id = await registered("Chris Changed");
  await ask(id);
  await updateCustomer(shop.localStore.store, DEMO, id, { firstName: "Christine" });
  await shop.localStore.store.pool.query(
    "UPDATE customers SET updated_at = now() + interval '2 seconds' WHERE shop = $1 AND id = $2",
    [DEMO, id],
  );
  await refreshMirror([id]);
  expect((await rowOf(id, "waiting"))?.remark).toMatchObject({ answered: false, changed: true });
});

test("a customer who is signed in to the store sees and answers their own requests, and no others", async () => {
  const [id, other] = [await registered("Sue Signed"), await registered("Otto Other")];
  const { questionId } = await ask(id, "Which school do you attend?");
  const address = { kind: "registration", subject: questionId };
  const list = await visitOwnRequests({ customerId: id });
  expect(list.html).toContain(`/requests/registration/${questionId}/`);
  expect((await visitOwnRequests({ customerId: id }, address)).html).toContain("Which school do you attend?");
  expect((await visitOwnRequests({ customerId: other })).html).toContain("You have no requests.");
  expect((await visitOwnRequests({ customerId: other }, address)).status).toBe(404);
  expect((await visitOwnRequests({ customerId: other }, address, { text: "Mine" })).status).toBe(404);
  expect((await visitOwnRequests({}, address)).status).toBe(403);
  for (const visit of [{ namedId: id }, { namedId: id, customerId: other }])
    expect((await visitOwnRequests(visit, address)).status).toBe(400);
  const sent = await visitOwnRequests({ customerId: id }, address, { text: "Harbor College" });
  expect(sent.html).toContain("We got your answer, and check it");
  expect((await rowOf(id, "waiting"))?.remark).toMatchObject({ answered: true });
});

test("an answer with a proof from the customer's page is on their card, and marks the row", async () => {
  const email = "abby.answered@students.example";
  const id = await registered("Abby Answered", email);
  await ask(id, "Please send a proof of enrollment.");
  const [token = ""] = await linksOf("registration.question", email);
  const opened = await visitRequest(token);
  expect(opened.html).toContain("Please send a proof of enrollment.");
  expect(opened.html).toContain("We need your answer");
  expect(opened.html).not.toContain(email);
  const proof = await sharp({ create: { width: 40, height: 60, channels: 3, background: "#246" } })
    .jpeg()
    .toBuffer();
  const sent = await visitRequest(token, { fields: { text: "Here is my card." }, file: proof });
  expect(sent.html).toContain("We got your answer, and check it");
  await decodeUploads(DEMO);
  expect((await rowOf(id, "waiting"))?.remark).toMatchObject({ answered: true });
  const { list } = await calls.questions.answers({ id: String(id) });
  expect(list).toMatchObject([
    {
      question: "Please send a proof of enrollment.",
      text: "Here is my card.",
      file: { name: "answer.jpg", contentType: "image/jpeg", state: "ready" },
    },
  ]);
  const stranger = await signedInCalls(shop, "3");
  await expect(stranger.questions.answers({ id: String(id) })).rejects.toMatchObject({ status: 403 });
  await expect(stranger.attachments.detail({ id: list[0]?.file?.id ?? "" })).rejects.toMatchObject({
    status: 403,
  });
  expect((await activityOf("customer", id)).map(({ action }) => action)).toContain(
    "registration.question answered",
  );

  expect((await visitRequest(token, { fields: { decision: "withdraw" } })).status).toBe(200);
  expect((await calls.questions.answers({ id: String(id) })).list[0]?.text).toContain("no longer wants");
  await approve(id);
  expect((await visitRequest(token)).html).toContain("Approved");
  expect((await visitRequest(token, { fields: { text: "One more" } })).status).toBe(409);
});

test("a change by Backroom isn't a change by the customer", async () => {
  const id = await registered("Eddie Edited");
  await ask(id);
  expect((await calls.customers.detail({ id: String(id) })).registrations).toEqual([
    { noun: "student", status: "Needs information" },
  ]);
  await calls.customers.edit({ id: gid(id), course: "Welding" });
  const changedAt = (delay: string) =>
    shop.localStore.store.pool.query(
      `UPDATE customers SET updated_at = now() + interval '${delay}' WHERE shop = $1 AND id = $2`,
      [DEMO, id],
    );
  await changedAt("2 seconds");
  await refreshMirror([id]);
  expect((await rowOf(id, "waiting"))?.remark).toMatchObject({ changed: false });
  await changedAt("1 minute");
  await refreshMirror([id]);
  expect((await rowOf(id, "waiting"))?.remark).toMatchObject({ changed: true });
});

test("a repeated operation asks once, and a second question is refused with the name of the first asker", async () => {
  const id = await registered("Olga Once");
  const [first, second] = await Promise.all([
    ask(id, "A proof?", "operation-olga"),
    ask(id, "A proof?", "operation-olga"),
  ]);
  expect(second).toEqual(first);
  expect(await outbox({ to: "olga.once@students.example" })).toHaveLength(1);
  await expect(ask(id, "Something else?", "operation-olga")).rejects.toMatchObject({ status: 409 });
  await expect(ask(id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("Olivia Owner has already asked Olga Once"),
  });
});

test("six concurrent questions ask once", async () => {
  const id = await registered("Rob Race");
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => ask(id)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await outbox({ to: "rob.race@students.example" })).toHaveLength(1);
});

test("a question is refused while a decision is running", async () => {
  const id = await registered("Dan Deciding");
  const gate = new Gate("before sending");
  const deciding = decideAsOwner(gate.wrap, {
    customerId: id,
    from: "pending",
    to: "approved",
    operationId: "operation-dan",
  });
  await gate.reached;
  await expect(ask(id)).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/deciding/) });
  gate.open();
  await deciding;
  await expect(ask(id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(
      /^Dan Deciding is now Approved, not Pending\. \w+ \w+ decided on this registration\./,
    ),
  });
  expect(await outbox({ to: "dan.deciding@students.example" })).toEqual([]);
});

test("a concurrent question and approval end with a decision and no open question", async () => {
  const id = await registered("Bo Both");
  const results = await Promise.allSettled([ask(id), approve(id)]);
  expect(results[1]?.status).toBe("fulfilled");
  expect(await rowOf(id, "approved")).toBeDefined();
  expect(await rowOf(id, "waiting")).toBeUndefined();
  expect(await outbox({ to: "bo.both@students.example" })).toEqual([]);
});

test("a decision closes the question, and undoing it reopens the question that was sent", async () => {
  const id = await registered("Ida Ended");
  const { questionId } = await ask(id);
  await sendMails();
  const { decisionId, mails } = await approve(id);
  expect(mails).toEqual({ own: null, earlier: "sent" });
  expect(await rowOf(id, "approved")).toBeDefined();
  await expect(calls.questions.withdraw({ id: questionId })).rejects.toMatchObject({ status: 409 });

  await calls.customers.undoDecision({ id: decisionId });
  expect((await rowOf(id, "waiting"))?.remark).toMatchObject({ id: questionId });
});

test("a decision before the question's mail is sent cancels the mail, and undoing it makes the person Pending", async () => {
  const id = await registered("Cara Cancelled");
  const { questionId } = await ask(id);
  const { decisionId, mails } = await approve(id);
  expect(mails).toEqual({ own: null, earlier: "cancelled" });
  expect(await outbox({ to: "cara.cancelled@students.example" })).toEqual([]);
  await expect(calls.questions.withdraw({ id: questionId })).rejects.toMatchObject({
    status: 409,
    message: "Olivia Owner has decided on this customer since. Undo that decision instead.",
  });
  await calls.customers.undoDecision({ id: decisionId });
  expect(await rowOf(id, "pending")).toBeDefined();
  expect(await calls.questions.withdraw({ id: questionId })).toMatchObject({ mail: null, isPending: true });
});

test("back to Pending cancels an unsent mail or says that it was sent, and a repetition changes nothing", async () => {
  const [early, late] = [await registered("Eli Early"), await registered("Lou Late")];
  const { questionId } = await ask(early);
  expect(await calls.questions.withdraw({ id: questionId })).toMatchObject({ mail: "cancelled" });
  expect(await calls.questions.withdraw({ id: questionId })).toMatchObject({ mail: null });
  expect(await rowOf(early, "pending")).toBeDefined();
  expect(await outbox({ to: "eli.early@students.example" })).toEqual([]);
  expect((await activityOf("customer", early)).map(({ action }) => action)).toEqual([
    "registration.question asked",
    "registration.question withdrawn",
  ]);

  const sent = await ask(late);
  await sendMails();
  expect(await calls.questions.withdraw({ id: sent.questionId })).toMatchObject({ mail: "sent" });
});

test("a tag change in the store closes the question, and Pending reopens it", async () => {
  const id = await registered("Tom Tagged");
  await ask(id);
  const { store } = shop.localStore;
  await addTags(store, DEMO, id, ["Approved"]);
  await removeTags(store, DEMO, id, ["Pending"]);
  await refreshMirror([id]);
  expect(await rowOf(id, "approved")).toBeDefined();
  await addTags(store, DEMO, id, ["Pending"]);
  await refreshMirror([id]);
  expect(await rowOf(id, "waiting")).toBeDefined();
});

test("withdrawing the question to a person who was approved in the store names no status", async () => {
  const id = await registered("Otis Outside");
  const { questionId } = await ask(id);
  const { store } = shop.localStore;
  await addTags(store, DEMO, id, ["Approved"]);
  await removeTags(store, DEMO, id, ["Pending"]);
  await refreshMirror([id]);
  const [{ answerCall }, { registrationTexts }] = await Promise.all([
    import("~/core/answer-call.server"),
    import("~/domain/registrations/page-data.server"),
  ]);
  const posted = { call: "questions.withdraw", input: { id: questionId }, about: "Otis Outside" };
  const { notice } = await answerCall(calls, registrationTexts, posted);
  expect(notice?.text).toBe(
    "The question was withdrawn. The email about it was canceled before it was sent.",
  );
});

test("undoing a decision keeps its question closed when the person was asked again since", async () => {
  const id = await registered("Ruth Reasked");
  await ask(id);
  await sendMails();
  const { decisionId } = await approve(id);
  const { store } = shop.localStore;
  await addTags(store, DEMO, id, ["Pending"]);
  await removeTags(store, DEMO, id, ["Approved"]);
  const { questionId } = await ask(id, "And now?");
  await addTags(store, DEMO, id, ["Approved"]);
  await removeTags(store, DEMO, id, ["Pending"]);
  await calls.customers.undoDecision({ id: decisionId });
  expect(await tagsInStore(shop, id)).toEqual(["Pending", "UserType:Student"]);
  expect((await rowOf(id, "waiting"))?.remark).toMatchObject({ id: questionId, text: "And now?" });
});

test("a question's mail is canceled when its attempt to be sent fails at that moment", async () => {
  const id = await registered("Mia Moment");
  const { questionId } = await ask(id);
  const ofMail = "WHERE to_email = 'mia.moment@students.example'";
  await inShop((tx) => tx.$client.query(`UPDATE mails SET state = 'sending' ${ofMail}`));
  const withdrawal = await inShop(async (tx) => {
    await tx.$client.query(`UPDATE mails SET state = 'queued' ${ofMail}`);
    const waiting = { answer: calls.questions.withdraw({ id: questionId }) };
    await expect.poll(countWaitingSessions).toBe(1);
    return waiting;
  });
  expect(await withdrawal.answer).toMatchObject({ mail: "cancelled" });
  expect(await outbox({ to: "mia.moment@students.example" })).toEqual([]);
});

test("a question's mail that fails is sent again only while the question is open", async () => {
  const id = await registered("Quinn Queued");
  await ask(id);
  const [{ id: mailId = "" } = {}] = await outbox({ to: "quinn.queued@students.example" });
  let decisionId = "";
  await sendDue({
    send: async ({ to }) => {
      if (to.email !== "quinn.queued@students.example") return;
      ({ decisionId } = await approve(id));
      throw new MailRefused("later", "The mail server doesn't answer.");
    },
  });
  await pauseIsOver(mailId);
  await sendDue();
  expect(await mailRow(mailId)).toMatchObject({
    state: "failed",
    last_error: "The decision was undone or the question was closed, so this email wasn't sent.",
  });
  await calls.customers.undoDecision({ id: decisionId });
  expect((await calls.mail.sendAgain({ ids: [mailId] })).queued).toEqual([mailId]);
  await sendDue();
  expect(await mailRow(mailId)).toMatchObject({ state: "sent" });
});

test("withdrawing a question while a decision completes doesn't deadlock", async () => {
  const id = await registered("Lola Locked");
  const { questionId } = await ask(id);
  const withdrawal = await inShop(async (tx) => {
    // As a decision does: the customer, then the question.
    await tx.$client.query("SELECT 1 FROM customers WHERE id = $1 FOR UPDATE", [id]);
    const waiting = { answer: calls.questions.withdraw({ id: questionId }) };
    waiting.answer.catch(() => undefined);
    await expect.poll(countWaitingSessions).toBe(1);
    await tx.$client.query("SELECT 1 FROM registration_questions WHERE id = $1 FOR UPDATE", [questionId]);
    return waiting;
  });
  expect(await withdrawal.answer).toMatchObject({ mail: "cancelled" });
});

test.each([
  ["an empty question", { text: "  " }, 400, /must say what/],
  ["a question that is too long", { text: "x".repeat(1_001) }, 400, /at most 1000/],
  ["an id that isn't a customer's", { ids: { id: "x" } }, 400, /isn't a customer's id/],
  ["an unknown customer", { ids: { id: gid(999_999_999) } }, 404, /This customer no longer exists/],
])("%s is refused", async (_what, change, status, message) => {
  const question = calls.questions.ask({ ids: { id: gid(1) }, text: "A proof?", ...change });
  await expect(question).rejects.toMatchObject({ status, message: expect.stringMatching(message) });
});

test("a question is refused without the flag, without an address, or in another shop", async () => {
  const id = await registered("Fay Foreign");
  const { questionId } = await ask(id);
  const stranger = await signedInCalls(shop, "3");
  await expect(stranger.questions.ask({ ids: { id: gid(id) }, text: "?" })).rejects.toMatchObject({
    status: 403,
  });
  const second = await signedInCalls(shop, "1", SECOND);
  await expect(second.questions.ask({ ids: { id: gid(id) }, text: "?" })).rejects.toMatchObject({
    status: 404,
  });
  await expect(second.questions.withdraw({ id: questionId })).rejects.toMatchObject({ status: 404 });
  const mute = await registered("Max Mute");
  await updateCustomer(shop.localStore.store, DEMO, mute, { email: null });
  await expect(ask(mute)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("no valid email address"),
  });
});
