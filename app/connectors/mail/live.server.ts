import { createTransport, type Transporter } from "nodemailer";
import { isMailAddress, type Mailbox, oneLine } from "~/platform/mail-address";
import { inSpan } from "~/platform/trace.server";
import { MailRefused, type MailServer, type OutgoingMail } from "./port";
import { isUnusable, mailProblem, refusalOf, type SmtpError, smtpServer } from "./smtp-error.server";

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
    try {
      await deliver(transportTo(url), mail);
    } catch (error) {
      if (error instanceof MailRefused) throw error;
      const failure = error as SmtpError;
      const problem = mailProblem(failure, smtpServer(url));
      throw new MailRefused(refusalOf(failure), problem, isUnusable(failure));
    }
  },
};

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

/** How the library connects to the server at a URL. Both sending and the test use it. */
export function openTransport(url: string): Transporter {
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
  const message = {
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
  };
  await inSpan({ name: "SMTP email", kind: "client" }, () => transport.sendMail(message));
}

const headerMailbox = ({ email, name }: Mailbox) => ({ address: email, name: oneLine(name ?? "") });
