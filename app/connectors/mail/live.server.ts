import { createTransport, type Transporter } from "nodemailer";
import { isMailAddress, type Mailbox, oneLine } from "~/platform/mail-address";
import { type MailRefusal, MailRefused, type MailServer, type OutgoingMail } from "./port";

const CONNECT_WITHIN_MS = 15_000;
const ANSWER_WITHIN_MS = 60_000;
/** Connections of one process. Each shop sends one email at a time. */
const MAX_CONNECTIONS = 4;

let shared: { url: string; transport: Transporter } | undefined;

/** The server at SMTP_URL, over pooled connections. */
export const liveMailServer: MailServer = {
  async send(mail) {
    const url = process.env.SMTP_URL;
    if (!url)
      throw new MailRefused(
        "later",
        "No mail server is set up. Set SMTP_URL where Backroom runs. Emails wait until then.",
      );
    await deliver(transportTo(url), mail);
  },
};

/** Signs in at a mail server, and sends nothing. @throws what it answers */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = openTransport(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Closes the connections when the process stops. */
export function closeMailServer(): void {
  shared?.transport.close();
  shared = undefined;
}

function transportTo(url: string): Transporter {
  if (shared?.url !== url) {
    closeMailServer();
    shared = { url, transport: openTransport(url) };
  }
  return shared.transport;
}

function openTransport(url: string): Transporter {
  const { hostname, username, searchParams } = new URL(url);
  const isThisMachine = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // The outbox retries and counts the attempts: the library must not retry on its own.
    maxRequeues: 0,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    // A password must be encrypted on the network, unless the URL overrides it.
    ...(username && !isThisMachine && !searchParams.has("requireTLS") && { requireTLS: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Uses structured fields only, so that no input can become a header or another recipient. */
async function deliver(transport: Transporter, mail: OutgoingMail): Promise<void> {
  const { from, to, replyTo, messageId, attachment } = mail;
  for (const address of [from.email, to.email, ...(replyTo ? [replyTo] : [])])
    if (!isMailAddress(address))
      throw new MailRefused("mail", "An address in this email isn't a single email address.");
  try {
    await transport.sendMail({
      envelope: { from: from.email, to: [to.email] },
      from: headerMailbox(from),
      to: headerMailbox(to),
      replyTo: replyTo ? { name: "", address: replyTo } : undefined,
      subject: oneLine(mail.subject),
      text: mail.text,
      html: mail.html,
      // Email clients don't show pictures in data URLs. As parts of the email, they do.
      attachDataUrls: true,
      messageId,
      ...(attachment && {
        attachments: [
          {
            filename: oneLine(attachment.name),
            contentType: attachment.contentType,
            content: attachment.content,
          },
        ],
      }),
      // RFC 3834: prevents out-of-office replies.
      headers: { "Auto-Submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } catch (error) {
    throw new MailRefused(refusalOf(error as SmtpError), messageOf(error as SmtpError));
  }
}

const headerMailbox = ({ email, name }: Mailbox) => ({ address: email, name: oneLine(name ?? "") });

/** Nodemailer's errors (https://nodemailer.com/errors). */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** A failed sign-in is a configuration error: the email waits until it is fixed. */
function refusalOf({ code, command, responseCode }: SmtpError): MailRefusal {
  if (!responseCode || responseCode < 500 || code === "EAUTH" || code === "ECONNECTION") return "later";
  return command === "RCPT TO" ? "recipient" : "mail";
}

function messageOf({ response, message }: SmtpError): string {
  return oneLine(response ?? `The mail server doesn't respond: ${message}`).slice(0, 500);
}
