import { afterAll, beforeAll, expect, test } from "vitest";
import type { MailServer } from "~/connectors/mail/port";
import { activity } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { arrivedAt, queue, sendDue } from "./support.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("mail_settings");
  await signedInCalls(shop, "1", SECOND);
  await signedInCalls(shop, "3");
});
afterAll(() => shop.close());

const ID = "registration.ends";
const OWN = { subject: "{{name}}, it ends", body: "On {{endDate}}.\r\n\r\nYours, {{shop}}" };

test("a shop sends its custom text until it is reset", async () => {
  const calls = await signedInCalls(shop);
  const before = await calls.mailSettings.text({ id: ID });
  expect(before.isOwn).toBe(false);
  expect(before.placeholders.map(({ name }) => name)).toEqual(["shop", "name", "endDate", "timeLeft"]);

  expect(await calls.mailSettings.saveText({ id: ID, ...OWN })).toEqual({ changed: true });
  expect(await calls.mailSettings.saveText({ id: ID, ...OWN })).toEqual({ changed: false });
  expect(await calls.mailSettings.text({ id: ID })).toMatchObject({
    isOwn: true,
    body: "On {{endDate}}.\n\nYours, {{shop}}",
  });
  const elsewhere = await signedInCalls(shop, "1", SECOND);
  expect((await elsewhere.mailSettings.text({ id: ID })).isOwn).toBe(false);
  await queue({ email: "own@x.example" });
  await sendDue();
  const [message] = await arrivedAt(shop, "own@x.example");
  expect(message?.email.subject).toBe("Ana, it ends");
  expect(message?.email.html).toContain("<p>On 06/30/2027.</p>\n<p>Yours, Backroom Demo</p>");

  expect(await calls.mailSettings.resetText({ id: ID })).toEqual({ changed: true });
  expect(await calls.mailSettings.resetText({ id: ID })).toEqual({ changed: false });
  expect(await calls.mailSettings.text({ id: ID })).toEqual(before);
  const entries = await activity("mail.text changed");
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({
    who: { id: "1" },
    before: { Subject: before.subject },
    after: { Subject: OWN.subject },
  });
});

test("saving the default text doesn't make it a custom text", async () => {
  const calls = await signedInCalls(shop);
  const { subject, body } = await calls.mailSettings.text({ id: ID });
  await calls.mailSettings.saveText({ id: ID, subject: "x", body });
  await calls.mailSettings.saveText({ id: ID, subject, body: body.replaceAll("\n", "\r\n") });
  expect((await calls.mailSettings.text({ id: ID })).isOwn).toBe(false);
});

test("a text that was changed since it was shown isn't overwritten", async () => {
  const { mailSettings } = await signedInCalls(shop);
  const { subject, body } = await mailSettings.text({ id: ID });
  const save = (wording: { subject: string; body: string }) =>
    mailSettings.saveText({ id: ID, ...wording, seen: { subject, body } });
  expect(await save(OWN)).toEqual({ changed: true });
  expect(await save(OWN)).toEqual({ changed: false });
  await expect(save({ subject, body: "Another text" })).rejects.toMatchObject({ status: 409 });
  await mailSettings.resetText({ id: ID });
});

test.each([
  [
    { subject: "Hello {{nam}}", body: "x" },
    "subject",
    /^The subject has \{\{nam\}\}, which this email doesn't have/,
  ],
  [{ subject: "x", body: "Hello {{name" }, "body", /^The text has curly brackets that aren't a placeholder/],
  [{ subject: "a\r\nBcc: eve@x.example", body: "x" }, "subject", /one line/],
  [{ subject: " ", body: "x" }, "subject", /must not be empty/],
  [{ subject: "x", body: "x".repeat(10_001) }, "body", /at most 10000 characters/],
])(
  "the wording %j is refused at its field, and not sent as a test either",
  async (wording, field, problem) => {
    const calls = await signedInCalls(shop);
    for (const call of [calls.mailSettings.saveText, calls.mailSettings.sendTest]) {
      const refused = await call({ id: ID, ...wording }).catch((error) => error);
      expect(refused).toMatchObject({
        status: 400,
        data: { fieldErrors: { [field]: expect.stringMatching(problem) } },
      });
    }
  },
);

test("an invitation's text without its link, or with the link in the subject, is refused", async () => {
  const { mailSettings } = await signedInCalls(shop);
  const wording = { subject: "Come: {{link}}", body: "Hello {{name}}" };
  await expect(mailSettings.saveText({ id: "invitation.partner", ...wording })).rejects.toMatchObject({
    status: 400,
    data: {
      fieldErrors: {
        subject: expect.stringContaining("must not have {{link}}"),
        body: expect.stringContaining("must have {{link}}"),
      },
    },
  });
  expect((await mailSettings.text({ id: "invitation.partner" })).isOwn).toBe(false);
});

test("an older invitation text without the link is reported, and its mails have the link anyway", async () => {
  const { mailSettings, partnerusers } = await signedInCalls(shop);
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `INSERT INTO mail_texts (shop, text_id, subject, body, changed_at, changed_by)
     VALUES ($1, 'invitation.partner', 'Come: {{ link }}', 'Hello {{name}}', now(), '1')`,
    [DEMO],
  );
  const fault = "The subject must not have {{link}}. Write it into the text.";
  expect(await mailSettings.text({ id: "invitation.partner" })).toMatchObject({ isOwn: true, fault });
  const { texts } = await mailSettings.read();
  expect(texts.filter((text) => text.fault).map(({ id }) => id)).toEqual(["invitation.partner"]);
  const person = { first_name: "Ana", last_name: "Old", email: "old-words@x.example" };
  await partnerusers.save({ excelData: [person] });
  await sendDue();
  const [message] = await arrivedAt(shop, person.email);
  expect(message?.email.subject).toBe("Come:");
  expect(message?.email.text?.trim()).toMatch(
    /^Hello Ana\s+https?:\/\/\S+\/apps\/backroom\/invitation\/\S+$/,
  );
  expect(message?.email.html).toMatch(/<a href="https?:[^"]+\/invitation\//);
  await mailSettings.saveText({ id: "invitation.partner", subject: "Come", body: "{{link}}" });
  expect((await mailSettings.text({ id: "invitation.partner" })).fault).toBeNull();
  await mailSettings.resetText({ id: "invitation.partner" });
});

test("a test mail goes to the administrator with example values, once per operation, and changes nothing", async () => {
  const calls = await signedInCalls(shop);
  const wording = { subject: "Try {{name}}", body: "{{shop}}" };
  const sent = await calls.mailSettings.sendTest({ id: ID, ...wording, operationId: "try-it-once" });
  expect(sent.to).toBe("olivia@backroom-demo.example");
  expect(await calls.mailSettings.sendTest({ id: ID, ...wording, operationId: "try-it-once" })).toEqual(sent);
  await sendDue();
  const messages = await arrivedAt(shop, sent.to);
  expect(messages.map(({ email }) => email.subject)).toEqual(["[Test] Try Ana Martin"]);
  expect(messages[0]?.email.text?.trim()).toBe("Backroom Demo");
  expect((await calls.mailSettings.text({ id: ID })).isOwn).toBe(false);
});

test("mails use the owner's sender, and replies go there", async () => {
  const calls = await signedInCalls(shop);
  const own = {
    name: "The Desk",
    email: "desk@backroom-demo.example",
    replyTo: "answers@backroom-demo.example",
  };
  await calls.mailSettings.saveSender(own);
  expect(await calls.mailSettings.read()).toMatchObject({
    own,
    sender: { from: { name: "The Desk", email: own.email }, replyTo: own.replyTo },
    hasServer: true,
    texts: expect.arrayContaining([expect.objectContaining({ id: ID, isOwn: false })]),
  });
  await queue({ email: "from@x.example" });
  await sendDue();
  const [message] = await arrivedAt(shop, "from@x.example");
  expect(message?.envelope_from).toBe(own.email);
  expect(message?.email).toMatchObject({ from: { name: "The Desk" }, replyTo: [{ address: own.replyTo }] });
  for (const bad of [
    { ...own, email: "a@x.example, b@x.example" },
    { ...own, replyTo: "a@x.example\r\nBcc: b@x.example" },
    { ...own, name: "a\nb" },
  ])
    await expect(calls.mailSettings.saveSender(bad)).rejects.toMatchObject({ status: 400 });
  await calls.mailSettings.saveSender({ name: "", email: "", replyTo: "" });
});

test("the owner sets the mails per minute, mails wait their turn, and urgent ones go first", async () => {
  const calls = await signedInCalls(shop);
  expect((await calls.mailSettings.read()).perMinute).toBeNull();
  for (const bad of [0, -1, 1.5, 6_001])
    await expect(calls.mailSettings.savePace({ perMinute: bad })).rejects.toMatchObject({ status: 400 });
  expect(await calls.mailSettings.savePace({ perMinute: 1 })).toEqual({ changed: true });
  expect(await calls.mailSettings.savePace({ perMinute: 1 })).toEqual({ changed: false });
  expect(await activity("mail.pace changed")).toMatchObject([
    { before: { "Emails per minute": "no limit" }, after: { "Emails per minute": "1" } },
  ]);
  for (const email of ["many1@pace.example", "many2@pace.example"]) await queue({ email, isBulk: true });
  const { database } = await import("~/platform/db/pool.server");
  const got: string[] = [];
  const server: MailServer = { send: async ({ to }) => void got.push(to.email) };
  for (const email of ["many1@pace.example", "one@pace.example", "many2@pace.example"]) {
    if (email.startsWith("one")) await queue({ email });
    await database().query("UPDATE settings SET value = '0' WHERE key = 'mail.next-start'");
    const isLast = got.length === 2;
    // The slot is free while the next mail waits: the task starts again in a minute.
    if (isLast) await sendDue(server);
    else await expect(sendDue(server)).rejects.toMatchObject({ name: "StartLater" });
    // Also for another process.
    if (!isLast) await expect(sendDue(server)).rejects.toMatchObject({ name: "StartLater" });
    expect(got.at(-1)).toBe(email);
  }
  await calls.mailSettings.savePace({ perMinute: null });
});

test("the installation's sender is used when the owner has set none, and replies go to the shop", async () => {
  const calls = await signedInCalls(shop, "1", DEMO);
  process.env.MAIL_FROM = "Mail Desk <no-reply@installation.example>";
  try {
    expect((await calls.mailSettings.read()).sender).toEqual({
      from: { name: "Mail Desk", email: "no-reply@installation.example" },
      replyTo: "hello@backroom-demo.example",
    });
  } finally {
    delete process.env.MAIL_FROM;
  }
});

test("of the mail settings, only what differs from what was shown is saved, and all of it or nothing", async () => {
  const { mailSettings } = await signedInCalls(shop);
  const { own, perMinute } = await mailSettings.read();
  const save = (change: Partial<typeof own & { perMinute: number }>) =>
    mailSettings.save({ ...own, perMinute, ...change, seen: { sender: own, perMinute } });
  await save({ name: "The Desk" });
  await save({ perMinute: 600 });
  const saved = { own: { ...own, name: "The Desk" }, perMinute: 600 };
  expect(await mailSettings.read()).toMatchObject(saved);
  await expect(save({ name: "Another desk" })).rejects.toMatchObject({ status: 409 });
  await mailSettings.saveSender(own);
  await expect(save({ name: "Another desk", perMinute: 60 })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/ changed the emails per minute /),
  });
  expect(await mailSettings.read()).toMatchObject({ ...saved, own });
  await mailSettings.savePace({ perMinute });
});

test("only the owner may change it", async () => {
  const { mailSettings } = await signedInCalls(shop, "3");
  const sender = { name: "", email: "", replyTo: "" };
  const refused = await Promise.allSettled([
    mailSettings.read(),
    mailSettings.saveSender(sender),
    mailSettings.text({ id: ID }),
    mailSettings.saveText({ id: ID, ...OWN }),
    mailSettings.resetText({ id: ID }),
    mailSettings.sendTest({ id: ID, ...OWN }),
  ]);
  for (const answer of refused) expect(answer).toMatchObject({ status: "rejected", reason: { status: 403 } });
});
