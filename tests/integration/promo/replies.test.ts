import { afterAll, beforeAll, expect, test } from "vitest";
import { answerCall } from "../../../app/core/answer-call.server.ts";
import { promotionTexts } from "../../../app/functions/promo/texts.server.ts";
import { activity } from "../../support/activity.ts";
import { grantAccess } from "../../support/calls.ts";
import { outbox } from "../../support/outbox.ts";
import { DEMO } from "../../support/test-shop.ts";
import { openTwoShops, refusalOf, SECOND, type TwoShops } from "../console/two-shops.ts";
import { addPromotion, addReason, addSubmission, mailsAbout } from "./support.ts";

let shops: TwoShops;
let denied: number;
let held: number;
beforeAll(async () => {
  shops = await openTwoShops("promo_replies");
  const { query } = shops;
  await addPromotion(query);
  denied = await addReason(query, "deny_reasons", { reason: "Too late" });
  held = await addReason(query, "hold_reasons", { reason: "Blurred receipt" });
  await grantAccess("2", ["showPromotion"]);
});
afterAll(() => shops.close());

const assigned = (columns: Record<string, unknown> = {}) =>
  addSubmission(shops.query, { status: "Assigned", reviewer_id: "2", reviewer_email: "two", ...columns });

test("the account owner keeps templates, by use and name", async () => {
  const { promo } = await shops.as("1");
  const text = "Hello {{name}}, your receipt {{receipt}} is too old.";
  const { reply, msg } = await promo.createReply({ use: "deny", name: "Too old", text });
  expect(msg).toBe("The template Too old was added.");
  await promo.createReply({ use: "answer", name: "Too old", text: "Hello" });
  const refusal = await refusalOf(promo.createReply({ use: "deny", name: "TOO OLD", text }));
  expect([refusal.status, refusal.message]).toEqual([409, expect.stringContaining("has this name")]);
  await promo.changeReply({ id: reply.id, use: "deny", name: "Old receipt", text: "Hello" });
  expect((await promo.replies()).list.map(({ use, name }) => [use, name])).toEqual([
    ["answer", "Too old"],
    ["deny", "Old receipt"],
  ]);
  expect((await promo.deleteReply({ id: reply.id })).reply).toMatchObject({
    name: "Old receipt",
    text: "Hello",
  });
  expect((await (await shops.as("1", SECOND)).promo.replies()).list).toEqual([]);
  const actions = (await activity()).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith("promo.reply"))).toEqual([
    "promo.reply created",
    "promo.reply created",
    "promo.reply changed",
    "promo.reply deleted",
  ]);
});

test("a template that was changed since its form was opened isn't overwritten", async () => {
  const { promo } = await shops.as("1");
  const before = { use: "hold" as const, name: "Opened twice", text: "Hello\n{{name}}" };
  const { id } = (await promo.createReply(before)).reply;
  const save = (text: string) =>
    answerCall({ promo }, promotionTexts, {
      call: "promo.changeReply",
      input: { id, ...before, text, before },
    });
  const saved = { notice: { level: "success" } };
  expect(await save("First")).toMatchObject(saved);
  expect((await refusalOf(save("Second"))).status).toBe(409);
  // A repetition whose answer was lost.
  expect(await save("First")).toMatchObject(saved);
  expect((await promo.deleteReply({ id })).reply.text).toBe("First");
});

test("a reviewer reads the templates, and can't change them", async () => {
  const { promo } = await shops.as("2");
  expect((await promo.replies()).list).not.toEqual([]);
  const refusal = await refusalOf(promo.createReply({ use: "deny", name: "Mine", text: "Hello" }));
  expect(refusal.status).toBe(403);
});

test.each([
  ["an unknown placeholder", { use: "deny" as const, text: "Hello {{nickname}}" }, "{{nickname}}"],
  ["a reason in an answer", { use: "answer" as const, text: "Because {{reason}}" }, "{{reason}}"],
  ["loose brackets", { use: "hold" as const, text: "Hello {{name" }, "curly brackets"],
])("a template with %s is refused at its text", async (_what, fields, message) => {
  const { promo } = await shops.as("1");
  const refusal = await refusalOf(promo.createReply({ name: "Wrong", ...fields }));
  expect([refusal.status, refusal.message]).toEqual([400, expect.stringContaining(message)]);
});

test("a denial sends the reviewer's message instead of the usual email", async () => {
  const { promo } = await shops.as("2");
  const id = await assigned({ first_name: "Ana", receipt_id: "A-1" });
  const message = "Dear {{name}},\n\n{{receipt}} of {{promotion}} ({{number}}): {{reason}}. <b>Sorry</b>.";
  await promo.deny({ list: [id], reason: denied, message });
  const [mail, ...others] = await mailsAbout(id);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    kind: "Message from a reviewer",
    subject: `Your submission ${id} for Promotion 1`,
    text: expect.stringContaining(`Dear Ana,\n\nA-1 of Promotion 1 (${id}): Too late. <b>Sorry</b>.`),
  });
  const history = await promo.history({ id });
  expect(JSON.stringify(history.list[0]?.changes)).toContain("Dear {{name}}");
});

test("a hold of several submissions fills the message for each of them", async () => {
  const { promo } = await shops.as("2");
  const ids = [await assigned({ first_name: "Ana" }), await assigned({ first_name: "Ben" })];
  await promo.hold({ list: ids, reason: held, message: "Hello {{name}}: {{reason}}" });
  for (const [index, name] of ["Ana", "Ben"].entries())
    expect((await mailsAbout(ids[index] ?? 0))[0]?.text).toContain(`Hello ${name}: Blurred receipt`);
});

test("a repeated hold emails the customers once, and another hold emails them again", async () => {
  const { promo } = await shops.as("2");
  const ids = [await assigned(), await assigned()];
  const hold = { list: ids, reason: held, operationId: crypto.randomUUID() };
  await promo.hold(hold);
  expect((await promo.hold(hold)).msg).toBe("Submission Hold successfully");
  for (const id of ids) {
    expect(await mailsAbout(id)).toHaveLength(1);
    expect((await promo.history({ id })).list).toHaveLength(1);
  }
  await promo.hold({ ...hold, operationId: crypto.randomUUID() });
  expect(await mailsAbout(ids[0] ?? 0)).toHaveLength(2);
});

test("a repeated hold of a submission without an address is recorded once", async () => {
  const { promo } = await shops.as("2");
  const id = await assigned({ email: null });
  const earlier = await outbox();
  const hold = { list: [id], reason: held, operationId: crypto.randomUUID() };
  await promo.hold(hold);
  expect((await promo.hold(hold)).msg).toBe("Submission Hold successfully");
  expect((await promo.history({ id })).list).toHaveLength(1);
  expect(await outbox()).toEqual(earlier);
});

test("a history with more than 200 entries says that it has earlier ones, and Activity shows them", async () => {
  const { promo, activity } = await shops.as("2");
  const id = await assigned();
  const hold = () => promo.hold({ list: [id], reason: held, operationId: crypto.randomUUID() });
  await hold();
  const insertAnswers = `INSERT INTO audit_entries (shop, actor_id, actor_name, action, subject_type, subject_id, flag)
    SELECT shop, actor_id, actor_name, 'submission.answered', subject_type, subject_id, flag
      FROM audit_entries, generate_series(1, $2) WHERE subject_type = 'submission' AND subject_id = $1::text AND action = 'submission.held'`;
  await shops.query(insertAnswers, [String(id), 199]);
  expect(await promo.history({ id })).toMatchObject({ list: { length: 200 }, hasMore: false });
  await shops.query(insertAnswers, [String(id), 1]);
  const { list, hasMore } = await promo.history({ id });
  expect([list.length, hasMore]).toEqual([200, true]);
  expect(list.some(({ what }) => what === "Put a submission on hold")).toBe(false);
  const latest = await activity.ofSubject({ subjectType: "submission", subjectId: String(id) });
  expect(latest).toMatchObject({ rows: { length: 25 }, hasNextPage: true });
});

test("a message that can't be sent leaves the submission as it is", async () => {
  const { promo } = await shops.as("2");
  const id = await assigned();
  const refusal = await refusalOf(promo.deny({ list: [id], reason: denied, message: "Hello {{nickname}}" }));
  expect([refusal.status, refusal.message]).toEqual([400, expect.stringContaining("{{nickname}}")]);
  expect((await promo.detail({ id, receipt: "false" })).submission.status).toBe("Assigned");
  expect(await mailsAbout(id)).toEqual([]);
});

test("an answer emails the customer once per operation, and changes no status", async () => {
  const { promo } = await shops.as("2");
  const id = await assigned();
  const answer = { id, message: "Please send a sharper photo, {{name}}.", operationId: crypto.randomUUID() };
  expect((await promo.answer(answer)).msg).toBe("The message will be sent");
  await promo.answer(answer);
  expect((await mailsAbout(id)).map(({ text }) => text)).toEqual([
    expect.stringContaining("Please send a sharper photo, Ana."),
  ]);
  const { list } = await promo.history({ id });
  expect(list.map(({ what }) => what)).toEqual(["Answered the customer of a submission"]);
  expect((await promo.detail({ id, receipt: "false" })).submission.status).toBe("Assigned");
});

test("an answer to a customer whose data was erased is refused", async () => {
  const { promo } = await shops.as("2");
  const id = await assigned({ email: null });
  const refusal = await refusalOf(promo.answer({ id, message: "Hello" }));
  expect([refusal.status, refusal.message]).toEqual([409, expect.stringContaining("was erased")]);
});

test("an answer to a blocked address is refused with the reason, and isn't recorded", async () => {
  const { promo } = await shops.as("2");
  const email = "bounced@customers.example";
  const id = await assigned({ email });
  const [{ withShop }, { stopMailTo }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/core/mail/stops.server"),
  ]);
  await withShop(DEMO, (tx) => stopMailTo(tx, DEMO, email, "No such mailbox."));
  const refusal = await refusalOf(promo.answer({ id, message: "Hello" }));
  expect([refusal.status, refusal.message]).toEqual([409, expect.stringContaining("No such mailbox.")]);
  expect(await mailsAbout(id)).toEqual([]);
  expect((await promo.history({ id })).list).toEqual([]);
});
