import { createTransport, type Transporter } from "nodemailer";
import { isMailAddress, type Mailbox, oneLine } from "~/platform/mail-address";
import { type MailRefusal, MailRefused, type MailServer, type OutgoingMail } from "./port";

const CONNECT_WITHIN_MS = 15_000;
const ANSWER_WITHIN_MS = 60_000;
/** Connections of one process; each of its shops sends one mail at a time. */
const CONNECTIONS = 4;

let shared: { url: string; transport: Transporter } | undefined;

/** The server that SMTP_URL names, over connections that are kept for the next mail. */
export const liveMailServer: MailServer = {
  async send(mail) {
    const url = process.env.SMTP_URL;
    if (!url)
      throw new MailRefused(
        "later",
        "No mail server is set up. Whoever runs Backroom sets SMTP_URL to one; until then mails wait.",
      );
    await handOver(transportTo(url), mail);
  },
};

/** Ends the connections, for a process that stops. */
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
    maxConnections: CONNECTIONS,
    // The outbox repeats, and counts: the library must not send a mail again on its own.
    maxRequeues: 0,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    // A password goes over the network encrypted only, unless the URL itself says otherwise.
    ...(username && !isThisMachine && !searchParams.has("requireTLS") && { requireTLS: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Only structured fields, checked once more: nothing that somebody wrote can become a header or another recipient. */
async function handOver(transport: Transporter, mail: OutgoingMail): Promise<void> {
  const { from, to, replyTo, messageId, attachment } = mail;
  for (const address of [from.email, to.email, ...(replyTo ? [replyTo] : [])])
    if (!isMailAddress(address))
      throw new MailRefused("mail", "An address of this mail is no single e-mail address.");
  try {
    await transport.sendMail({
      envelope: { from: from.email, to: [to.email] },
      from: headerMailbox(from),
      to: headerMailbox(to),
      replyTo: replyTo ? { name: "", address: replyTo } : undefined,
      subject: oneLine(mail.subject),
      text: mail.text,
      html: mail.html,
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
      // RFC 3834: no out-of-office answers to it.
      headers: { "Auto-Submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } catch (error) {
    throw new MailRefused(refusalOf(error as SmtpError), wordsOf(error as SmtpError));
  }
}

const headerMailbox = ({ email, name }: Mailbox) => ({ address: email, name: oneLine(name ?? "") });

/** What nodemailer says of a failure (https://nodemailer.com/errors). */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** A sign-in that fails is the set-up's fault, which somebody mends: the mail waits for that. */
function refusalOf({ code, command, responseCode }: SmtpError): MailRefusal {
  if (!responseCode || responseCode < 500 || code === "EAUTH" || code === "ECONNECTION") return "later";
  return command === "RCPT TO" ? "recipient" : "mail";
}

function wordsOf({ response, message }: SmtpError): string {
  return oneLine(response ?? `The mail server does not answer: ${message}`).slice(0, 500);
}
