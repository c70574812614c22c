import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { MailRefused } from "~/connectors/mail/port";
import type { QueuedMail } from "~/core/mail/mail-text";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { arrivedAt, mailRow, pauseIsOver, queue, sendDue } from "./support.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("outbox");
  // Their first sign-in installs the app in both shops.
  await signedInCalls(shop, "1", DEMO);
  await signedInCalls(shop, "1", SECOND);
});
afterAll(() => shop.close());

describe("a mail", () => {
  test("arrives once, as it was rendered, from the shop's own address", async () => {
    const id = await queue({ email: "ana@students.example" });
    expect(await queue({ email: "ana@students.example" })).toBe(id);
    await sendDue();
    await sendDue();
    const [message, ...more] = await arrivedAt(shop, "ana@students.example");
    expect(more).toEqual([]);
    expect(message?.email).toMatchObject({
      subject: "Your registration at Backroom Demo ends on 06/30/2027",
      from: { address: "hello@backroom-demo.example", name: "Backroom Demo" },
      to: [{ address: "ana@students.example", name: "Ana Martin" }],
    });
    expect(message?.email.text).toContain("Hello Ana,\n\nYour registration at Backroom Demo ends");
    expect(message?.email.html).toContain("<p>Hello Ana,</p>");
    const row = await mailRow(id);
    expect(row).toMatchObject({ state: "sent", attempts: 1, last_error: null });
    expect(message?.email.messageId).toBe(row.message_id);
  });

  test("the same key in another shop is another mail, sent by that shop", async () => {
    await queue({ email: "both@students.example", key: "same" });
    await queue({ email: "both@students.example", key: "same" }, SECOND);
    await sendDue(undefined, SECOND);
    const senders = (await arrivedAt(shop, "both@students.example")).map(({ email }) => email.from?.address);
    expect(senders).toEqual(["hallo@backroom-second.example"]);
    await sendDue();
    expect(await arrivedAt(shop, "both@students.example")).toHaveLength(2);
  });

  test("that is rolled back with its work is never sent", async () => {
    const [{ withShop }, { queueMail }, { registrationEnds }] = await Promise.all([
      import("~/platform/db/with-shop.server"),
      import("~/core/mail/queue-mail.server"),
      import("~/domain/registrations/mail-texts.server"),
    ]);
    const values = { name: "No", endDate: "", timeLeft: "" };
    const work = withShop(DEMO, async (tx) => {
      await queueMail(tx, DEMO, registrationEnds, {
        key: "no",
        to: { email: "no@x.example" },
        values,
      });
      throw new Error("The work failed.");
    });
    await expect(work).rejects.toThrow("The work failed.");
    await sendDue();
    expect(await arrivedAt(shop, "no@x.example")).toEqual([]);
  });

  test.each([
    "ana@x.example\r\nBcc: eve@x.example",
    "ana@x.example,eve@x.example",
    "Ana <ana@x.example>",
    "Bcc: ana@x.example",
    "",
  ])("to %j is refused", async (email) => {
    await expect(queue({ email })).rejects.toMatchObject({
      status: 400,
      message: /isn't one email address/,
    });
  });

  test("can't get headers from a name or a value", async () => {
    const name = "Eve\r\nBcc: spy@x.example\r\n\r\nBody";
    await queue({
      email: "eve@x.example",
      to: { email: "eve@x.example", name },
      values: { name, endDate: "\r\nBcc: spy@x.example", timeLeft: "" },
    });
    await sendDue();
    const [message] = await arrivedAt(shop, "eve@x.example");
    expect(message?.envelope_to).toEqual(["eve@x.example"]);
    expect(message?.email.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(message?.email.subject).toBe("Your registration at Backroom Demo ends on Bcc: spy@x.example");
    expect(await arrivedAt(shop, "spy@x.example")).toEqual([]);
  });
});

describe("a mail server that does not take a mail", () => {
  test("is retried with growing backoff after a temporary error", async () => {
    const id = await queue({ email: "busy@later.example" });
    await sendDue();
    expect(await mailRow(id)).toMatchObject({
      state: "queued",
      attempts: 1,
      waits_minutes: 1,
      last_error: expect.stringContaining("451 4.3.2"),
    });
    await sendDue();
    expect((await mailRow(id)).attempts).toBe(1);
    await pauseIsOver(id);
    await sendDue();
    expect(await mailRow(id)).toMatchObject({ attempts: 2, waits_minutes: 5 });
    const quiet = { send: () => Promise.resolve() };
    await pauseIsOver(id);
    await sendDue(quiet);
    expect(await mailRow(id)).toMatchObject({ state: "sent", last_error: null });
  });

  test("is abandoned after two days", async () => {
    const id = await queue({ email: "never@x.example" });
    const silent = { send: () => Promise.reject(new MailRefused("later", "no answer")) };
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await pauseIsOver(id);
      await sendDue(silent);
    }
    expect(await mailRow(id)).toMatchObject({ state: "failed", attempts: 11, last_error: "no answer" });
  });

  test("that is unreachable loses no mail", async () => {
    const id = await queue({ email: "unreachable@x.example" });
    const { SMTP_URL } = process.env;
    try {
      process.env.SMTP_URL = "smtp://127.0.0.1:9";
      await sendDue();
      expect((await mailRow(id)).last_error).toBe(
        "The mail server can't be used. 127.0.0.1 refuses connections on port 9. Check the address, or ask its operator whether the server runs.",
      );
      await pauseIsOver(id);
      process.env.SMTP_URL = "";
      await sendDue();
      expect((await mailRow(id)).last_error).toMatch(/^No mail server is set up\./);
    } finally {
      process.env.SMTP_URL = SMTP_URL;
    }
    await pauseIsOver(id);
    await sendDue();
    expect((await mailRow(id)).state).toBe("sent");
  });

  test("and refuses the address blocks it: no mail is sent there until the block is lifted", async () => {
    const id = await queue({ email: "Gone@bounce.example" });
    await sendDue();
    expect(await mailRow(id)).toMatchObject({
      state: "bounced",
      last_error: expect.stringMatching(/^The mail server doesn't accept the recipient \(550 5\.1\.1 /),
    });
    const later = await queue({ email: "gone@bounce.example", key: "later" });
    expect(await mailRow(later)).toMatchObject({
      state: "failed",
      attempts: 0,
      last_error: expect.stringMatching(
        /^Nothing is sent to this address, because an earlier email bounced: .*550/,
      ),
    });
    // The other shop has its own experience.
    const elsewhere = await queue({ email: "gone@bounce.example" }, SECOND);
    expect((await mailRow(elsewhere)).state).toBe("queued");
  });

  test("for a reason unrelated to the address doesn't block it", async () => {
    const policy = {
      send: () => Promise.reject(new MailRefused("recipient", "550 5.7.1 your server is not welcome here")),
    };
    const id = await queue({ email: "fine@x.example" });
    await sendDue(policy);
    expect((await mailRow(id)).state).toBe("bounced");
    const again = await queue({ email: "fine@x.example", key: "again" });
    expect((await mailRow(again)).state).toBe("queued");
  });

  test("a mail that was queued before its address was blocked isn't sent", async () => {
    const [first, second] = [
      await queue({ email: "two@bounce.example", key: "first" }),
      await queue({ email: "two@bounce.example", key: "second" }),
    ];
    await sendDue();
    const states = [await mailRow(first), await mailRow(second)].map(({ state, attempts }) => [
      state,
      attempts,
    ]);
    expect(states.toSorted()).toEqual([
      ["bounced", 1],
      ["failed", 0],
    ]);
  });
});

test("a mail in flight when its process died is sent again with the same Message-ID", async () => {
  const id = await queue({ email: "twice@x.example" });
  const [{ claimNextMail }, { liveMailServer }] = await Promise.all([
    import("~/core/mail/outbox.server"),
    import("~/connectors/mail/live.server"),
  ]);
  const claimed = await claimNextMail(DEMO, new Map());
  if (!claimed || "startsAt" in claimed) throw new Error("The mail isn't due.");
  expect(claimed.mail.id).toBe(id);
  const { messageId, subject, textBody: text, htmlBody: html } = claimed.mail;
  const from = { email: "hello@backroom-demo.example" };
  await liveMailServer.send({ from, to: { email: "twice@x.example" }, subject, text, html, messageId });
  // Here the process dies.
  expect((await mailRow(id)).state).toBe("sending");
  await sendDue();
  const ids = (await arrivedAt(shop, "twice@x.example")).map(({ email }) => email.messageId);
  expect(ids).toEqual([(await mailRow(id)).message_id, (await mailRow(id)).message_id]);
  expect((await mailRow(id)).state).toBe("sent");
});

test("a mail that was sent is recorded although the database can't be reached at first, and isn't sent again", async () => {
  const id = await queue({ email: "recorded@x.example" });
  const [{ database }, { DatabaseUnavailable }] = await Promise.all([
    import("~/platform/db/pool.server"),
    import("~/platform/errors"),
  ]);
  let sent = 0;
  const send = async () => {
    sent += 1;
    vi.spyOn(database(), "connect").mockImplementationOnce(() =>
      Promise.reject(new DatabaseUnavailable("The test.")),
    );
  };
  await sendDue({ send });
  expect(await mailRow(id)).toMatchObject({ state: "sent", attempts: 1 });
  expect(sent).toBe(1);
});

test("a picture of a mail arrives as a part of it", async () => {
  const { liveMailServer } = await import("~/connectors/mail/live.server");
  await liveMailServer.send({
    from: { email: "hello@backroom-demo.example" },
    to: { email: "picture@x.example" },
    subject: "Picture",
    text: "Picture",
    html: '<p><img src="data:image/png;base64,iVBORw0KGgo=" alt="QR code"></p>',
    messageId: "<picture@x.example>",
  });
  const [arrived] = await arrivedAt(shop, "picture@x.example");
  const [part] = arrived?.email.attachments ?? [];
  expect(part?.mimeType).toBe("image/png");
  expect(arrived?.email.html).toContain(`src="cid:${part?.contentId?.replace(/[<>]/g, "")}"`);
});

test("a mail that fails for an internal reason waits and blocks no other mail", async () => {
  const bad = await queue({ email: "first@ours.example" });
  const good = await queue({ email: "second@ours.example" });
  await sendDue({
    async send({ to }) {
      if (to.email === "first@ours.example") throw new TypeError("The program is wrong.");
    },
  });
  expect(await mailRow(good)).toMatchObject({ state: "sent" });
  expect(await mailRow(bad)).toMatchObject({
    state: "queued",
    waits_minutes: 1,
    last_error: "Something went wrong on our side.",
  });
  await pauseIsOver(bad);
  await sendDue({ send: () => Promise.resolve() });
});

test.each(["findObjection", "readValues"])(
  "a mail whose %s fails waits and blocks no other mail",
  async (check) => {
    const bad = await queue({ email: `first@${check}.example` });
    const good = await queue({ email: `second@${check}.example` });
    const [{ sendDueMails }, { registrationEnds }] = await Promise.all([
      import("~/core/mail/send-mails.server"),
      import("~/domain/registrations/mail-texts.server"),
    ]);
    const fails = async (tx: ShopTransaction, { id }: QueuedMail) => {
      if (id === bad) await tx.$client.query("SELECT 1 / 0");
      return null;
    };
    const texts = new Map([
      [registrationEnds.id, { ...registrationEnds, findObjection: undefined, [check]: fails }],
    ]);
    const server = { send: () => Promise.resolve() };
    await sendDueMails(DEMO, { server, texts }, new AbortController().signal);
    expect(await mailRow(good)).toMatchObject({ state: "sent" });
    const last_error = "Something went wrong on our side.";
    expect(await mailRow(bad)).toMatchObject({ state: "queued", attempts: 1, waits_minutes: 1, last_error });
    await pauseIsOver(bad);
    await sendDue(server);
  },
);

test("a held mail whose text was deleted because of its age isn't sent without it", async () => {
  const id = await queue({ email: "held@x.example" });
  const [{ withShop }, { queueAgain }, { database }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/core/mail/queue-mail.server"),
    import("~/platform/db/pool.server"),
  ]);
  await database().query(
    "UPDATE mails SET state = 'failed', text_body = '', html_body = '', last_error = 'Held.' WHERE id = $1",
    [id],
  );
  await withShop(DEMO, (tx) => queueAgain(tx, DEMO, [id]));
  await sendDue();
  expect(await arrivedAt(shop, "held@x.example")).toEqual([]);
  expect(await mailRow(id)).toMatchObject({
    state: "failed",
    last_error: "The text of this email was deleted after 180 days. Send a new one.",
  });
});

test("a process that stops takes no other mail, also while none may be sent any longer", async () => {
  const ids = [await queue({ email: "over1@x.example" }), await queue({ email: "over2@x.example" })];
  const [{ sendDueMails }, { registrationEnds }] = await Promise.all([
    import("~/core/mail/send-mails.server"),
    import("~/domain/registrations/mail-texts.server"),
  ]);
  const stopping = new AbortController();
  const findObjection = async () => {
    stopping.abort();
    return "It is over.";
  };
  const texts = new Map([[registrationEnds.id, { ...registrationEnds, findObjection }]]);
  const server = { send: () => Promise.resolve() };
  await expect(sendDueMails(DEMO, { server, texts }, stopping.signal)).rejects.toThrow();
  const states = await Promise.all(ids.map(async (id) => (await mailRow(id)).state));
  expect(states.toSorted()).toEqual(["failed", "queued"]);
  await sendDue(server);
});

test("a mail that must not be sent is sent when that ends at the same moment", async () => {
  const id = await queue({ email: "moment@x.example" });
  const [{ sendDueMails }, { registrationEnds }] = await Promise.all([
    import("~/core/mail/send-mails.server"),
    import("~/domain/registrations/mail-texts.server"),
  ]);
  const findObjection = vi.fn().mockResolvedValueOnce("The coupon was deactivated.").mockResolvedValue(null);
  const texts = new Map([[registrationEnds.id, { ...registrationEnds, findObjection }]]);
  await sendDueMails(
    DEMO,
    { server: { send: () => Promise.resolve() }, texts },
    new AbortController().signal,
  );
  expect(await mailRow(id)).toMatchObject({ state: "sent", attempts: 1, last_error: null });
});

test("only one process sends for a shop at a time", async () => {
  const { acquireLock } = await import("~/platform/db/lock.server");
  const lock = await acquireLock(`mail ${DEMO}`);
  await queue({ email: "alone@x.example" });
  await expect(sendDue()).rejects.toThrow("Another worker sends this shop's mails.");
  await lock?.release();
  await sendDue();
  expect(await arrivedAt(shop, "alone@x.example")).toHaveLength(1);
});

test("an erased person's mail is deleted, and an uninstalled shop's mail isn't sent", async () => {
  const [{ redactCustomer, uninstallApp }] = await Promise.all([import("../../support/erasure.ts")]);
  const about = await queue({ email: "parent@x.example", customerId: 77 });
  const to = await queue({ email: "Erased@x.example" });
  await queue({ email: "erased@bounce.example" });
  await sendDue();
  for (const email of ["erased@x.example", "erased@bounce.example"])
    await redactCustomer(DEMO, { id: 77, email, phone: null });
  await expect(mailRow(about)).rejects.toThrow("This email doesn't exist.");
  await expect(mailRow(to)).rejects.toThrow("This email doesn't exist.");
  const again = await queue({ email: "erased@bounce.example" });
  expect((await mailRow(again)).state).toBe("queued");
  const bounce = async () => {
    await redactCustomer(DEMO, { id: 77, email: "erased@bounce.example", phone: null });
    throw new MailRefused("recipient", "550 5.1.1 <erased@bounce.example>: no such user");
  };
  await sendDue({ send: bounce });
  expect((await mailRow(await queue({ email: "erased@bounce.example" }))).state).toBe("queued");

  // Mails of earlier tests.
  await sendDue({ send: () => Promise.resolve() }, SECOND);
  const leaving = await queue({ email: "leaves@x.example" }, SECOND);
  const waiting = await queue({ email: "waits@x.example" }, SECOND);
  const send = async () => {
    await uninstallApp(SECOND);
    throw new MailRefused("later", "The mail server doesn't answer.");
  };
  await sendDue({ send }, SECOND);
  for (const id of [leaving, waiting])
    expect(await mailRow(id)).toMatchObject({
      state: "failed",
      last_error: "Backroom was removed from the shop before this email was sent.",
    });
});
