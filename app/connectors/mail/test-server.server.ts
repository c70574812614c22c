import { lookup } from "node:dns/promises";
import { once } from "node:events";
import net from "node:net";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { type ConnectionStep, portSteps, type TestStep, testSteps } from "~/platform/connection-test.server";
import { Refusal, upstreamFailed } from "~/platform/errors";
import { oneLine } from "~/platform/mail-address";
import { openTransport } from "./live.server";
import { mailProblem, type SmtpError, smtpServer } from "./smtp-error.server";

const ANSWER_WITHIN_MS = 8_000;
const MAX_GREETING = 200;

/**
 * Tests the mail server at a URL step by step, up to the first step that fails. It sends nothing. Its operator chose the address, so it may
 * be in a private network.
 * @throws TypeError for a text that isn't a URL
 */
export async function testMailServer(url: string): Promise<TestStep[]> {
  const server = smtpServer(url);
  const transport = openTransport(url);
  const connection = new SMTPConnection({
    ...transport.options,
    greetingTimeout: ANSWER_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
  } as object);
  connection.on("error", () => {});
  const { ip, steps } = portSteps(server, async (host) => (await lookup(host)).address);
  const greeting: ConnectionStep = {
    name: "Greeting",
    run: async () => `It says: ${await greetingOf(ip(), server)}`,
  };
  const encryption: ConnectionStep = {
    name: "TLS",
    async run() {
      await connected(connection);
      return connection.secure
        ? "The connection is encrypted."
        : "It doesn't offer TLS: emails travel unencrypted.";
    },
  };
  const signIn: ConnectionStep = {
    name: "Sign-in",
    async run() {
      if (!server.user) return "SMTP_URL has no user, so Backroom doesn't sign in.";
      await signedIn(connection, server);
      return `${server.user} may sign in.`;
    },
  };
  try {
    // Where TLS begins with the first byte, the connection has greeted when it is encrypted.
    const own = server.isImplicit ? [encryption, signIn] : [greeting, encryption, signIn];
    return await testSteps([...steps, ...own], (error) =>
      error instanceof Refusal ? error.message : mailProblem(error as SmtpError, server),
    );
  } finally {
    connection.close();
    transport.close();
  }
}

/** Reads what a server says first. @throws a refusal when that isn't a mail server's greeting */
async function greetingOf(ip: string, { host, port }: { host: string; port: number }): Promise<string> {
  const socket = net.connect({ host: ip, port });
  try {
    const [data] = (await once(socket, "data", { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })) as [
      Buffer,
    ];
    const text = oneLine(data.toString("latin1")).slice(0, MAX_GREETING);
    if (text.startsWith("220")) return text;
    throw upstreamFailed(
      /^\d{3}/.test(text)
        ? `${host} refuses to work for Backroom (${text}). Ask its operator.`
        : `Port ${port} of ${host} doesn't answer as a mail server (${text}). Check the address.`,
    );
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw upstreamFailed(
      `${host} accepts connections on port ${port}, but doesn't greet. If the port expects TLS, begin SMTP_URL with smtps.`,
    );
  } finally {
    socket.destroy();
  }
}

const connected = (connection: SMTPConnection): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.once("error", reject);
    connection.connect((error) => (error ? reject(error) : resolve()));
  });

const signedIn = (connection: SMTPConnection, { user, password }: { user: string; password: string }) =>
  new Promise<void>((resolve, reject) => {
    connection.once("error", reject);
    connection.login({ credentials: { user, pass: password } } as never, (error) =>
      error ? reject(error) : resolve(),
    );
  });
