/** The test of the mail server, and what a failed email says, against servers that answer as poorly as real ones. */
import net, { type AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test, vi } from "vitest";
import { closeMailServer, liveMailServer } from "~/connectors/mail/live.server";
import type { MailRefused } from "~/connectors/mail/port";
import { testMailServer } from "~/connectors/mail/test-server.server";
import { certificate } from "../../../local-store/pricespider/certificate.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  closeMailServer();
  for (const close of closing.splice(0)) close();
  vi.unstubAllEnvs();
});

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Starts a mail server. @returns its port */
function smtp(options: SMTPServerOptions = {}): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    ...certificate,
    ...options,
  });
  server.on("error", () => {});
  return listen(server.server as net.Server);
}

/** Starts a server that says one line to everyone. @returns its port */
const saying = (line: string) =>
  listen(net.createServer((socket) => void socket.on("error", () => {}).end(`${line}\r\n`)));

const stepsOf = async (url: string) =>
  (await testMailServer(url)).map(({ name, state, text }) =>
    state === "passed" ? name : `${name}: ${text || state}`,
  );

const refuse = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

/** Sends an email. @returns why it wasn't accepted */
async function send(url: string): Promise<Pick<MailRefused, "why" | "message">> {
  vi.stubEnv("SMTP_URL", url);
  const address = { email: "ann@x.example" };
  const mail = {
    from: address,
    to: address,
    subject: "Hello",
    text: "Hello",
    html: "",
    messageId: "<1@x.example>",
  };
  const refusal = await liveMailServer.send(mail).catch((error: MailRefused) => error);
  return { why: (refusal as MailRefused).why, message: (refusal as MailRefused).message };
}

test("each step of the test passes, or says what it was about and what to do", async () => {
  const open = await smtp({ hideSTARTTLS: true });
  expect(await testMailServer(`smtp://127.0.0.1:${open}`)).toEqual([
    { name: "Name", state: "passed", text: "127.0.0.1 is 127.0.0.1." },
    { name: "Port", state: "passed", text: `Port ${open} is open.` },
    { name: "Greeting", state: "passed", text: expect.stringMatching(/^It says: 220 /) },
    { name: "TLS", state: "passed", text: "It doesn't offer TLS: emails travel unencrypted." },
    { name: "Sign-in", state: "passed", text: "SMTP_URL has no user, so Backroom doesn't sign in." },
  ]);

  const strict = await smtp({ onAuth: (_auth, _session, done) => done(refuse(535, "5.7.8 wrong: secret")) });
  const insecure = "?tls.rejectUnauthorized=false";
  expect(await stepsOf(`smtp://shop:secret@127.0.0.1:${strict}/${insecure}`)).toEqual([
    "Name",
    "Port",
    "Greeting",
    "TLS",
    "Sign-in: The mail server doesn't accept the user shop or the password (535 5.7.8 wrong: •••). Correct them in SMTP_URL where Backroom runs.",
  ]);
  expect(await stepsOf(`smtp://127.0.0.1:${strict}`)).toEqual([
    "Name",
    "Port",
    "Greeting",
    "TLS: The mail server can't be used. No authority that Backroom knows has signed the certificate of 127.0.0.1. Ask its operator for one that is publicly trusted.",
    "Sign-in: skipped",
  ]);
  const ssh = await saying("SSH-2.0-OpenSSH_9.2");
  expect((await stepsOf(`smtp://127.0.0.1:${ssh}`)).slice(2, 3)).toEqual([
    `Greeting: Port ${ssh} of 127.0.0.1 doesn't answer as a mail server (SSH-2.0-OpenSSH_9.2). Check the address.`,
  ]);
  const full = await saying("554 5.3.2 no more connections");
  expect((await stepsOf(`smtp://127.0.0.1:${full}`)).slice(2, 3)).toEqual([
    "Greeting: 127.0.0.1 refuses to work for Backroom (554 5.3.2 no more connections). Ask its operator.",
  ]);
  expect((await stepsOf(`smtps://127.0.0.1:${open}`)).slice(2)).toEqual([
    `TLS: The mail server can't be used. Port ${open} of 127.0.0.1 doesn't speak TLS. Check the address.`,
    "Sign-in: skipped",
  ]);
  expect((await stepsOf("smtp://127.0.0.1:9")).slice(1, 2)).toEqual([
    "Port: 127.0.0.1 refuses connections on port 9. Check the address, or ask its operator whether the server runs.",
  ]);
});

test("an email that isn't accepted says at which step, why, and what to do", async () => {
  const to = (options: SMTPServerOptions) =>
    smtp({ hideSTARTTLS: true, ...options }).then((port) => send(`smtp://127.0.0.1:${port}`));
  const atRecipient = (code: number, text: string) =>
    to({ onRcptTo: (_to, _session, done) => done(refuse(code, text)) });
  const atData = (code: number, text: string) =>
    to({
      onData: (stream, _session, done) => {
        stream.resume().on("end", () => done(refuse(code, text)));
      },
    });
  expect([
    await to({ onMailFrom: (_from, _session, done) => done(refuse(550, "5.7.1 not your domain")) }),
    await atRecipient(550, "5.1.1 user unknown"),
    await atRecipient(552, "5.2.2 over quota"),
    await atRecipient(452, "4.3.1 no space"),
    await atData(451, "4.7.1 greylisted"),
    await atData(552, "5.3.4 too big"),
    await atData(554, "5.7.1 spam"),
  ]).toEqual([
    {
      why: "mail",
      message:
        "The mail server doesn't accept the sender (550 5.7.1 not your domain). Enter another address under Settings, Mail, or ask its operator to allow this one.",
    },
    {
      why: "recipient",
      message: "The mail server doesn't accept the recipient (550 5.1.1 user unknown). Check the address.",
    },
    {
      why: "recipient",
      message:
        "The recipient's mailbox is full (552 5.2.2 over quota). Ask the recipient to free space, and send the email again.",
    },
    {
      why: "later",
      message:
        "The mail server has no space left (452 4.3.1 no space). Ask its operator to free space. Backroom tries again.",
    },
    {
      why: "later",
      message: "The mail server doesn't accept the email now (451 4.7.1 greylisted). Backroom tries again.",
    },
    {
      why: "mail",
      message: "The email is too large for the mail server (552 5.3.4 too big). Send it without its file.",
    },
    {
      why: "mail",
      message:
        "The mail server doesn't accept the email (554 5.7.1 spam). Change its text under Settings, Mail, or ask the server's operator.",
    },
  ]);
  // No recipient or text is wrong: the email waits until the address is corrected.
  expect(await to({ authOptional: false })).toEqual({
    why: "later",
    message:
      "The mail server requires a sign-in or TLS (530 Error: authentication Required). Correct SMTP_URL where Backroom runs.",
  });
  const plain = await smtp({ hideSTARTTLS: true });
  expect(await send(`smtp://shop:secret@localhost.localdomain.invalid:${plain}`)).toMatchObject({
    why: "later",
  });
});
