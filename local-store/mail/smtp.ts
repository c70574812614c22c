import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerAddress } from "smtp-server";
import type { Store } from "../data/database.ts";
import { listenError } from "../http/listen.ts";
import { keepMail } from "./mailbox.ts";

/** Whom the mail server turns away: whole addresses, or domains written as `@example.com`. */
export interface MailKnobs {
  /** Refused for good (550), as a mailbox that does not exist. */
  refused: string[];
  /** Refused for now (451), as a server that is busy. */
  deferred: string[];
  /** How long the answer to a message that is kept already is held back (milliseconds): who dies meanwhile never hears it. */
  answerAfterMs: number;
}

/** The addresses that are always turned away, so that a test or a person needs no knob to see a bounce. */
export const initialMailKnobs = (): MailKnobs => ({
  refused: ["@bounce.example"],
  deferred: ["@later.example"],
  answerAfterMs: 0,
});

export interface RunningMailServer {
  port: number;
  knobs: MailKnobs;
  close(): Promise<void>;
}

const LARGEST_MESSAGE_BYTES = 25 * 1024 * 1024;

/**
 * Starts an SMTP server that delivers nothing: it keeps every message for the page /mail. Any login is accepted.
 * @throws Error that names LOCAL_STORE_SMTP_PORT when the port is in use.
 */
export async function startMailServer(
  store: Store,
  options: { port: number; host: string },
): Promise<RunningMailServer> {
  const knobs = initialMailKnobs();
  const server = new SMTPServer({
    name: "mail.backroom.local",
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    size: LARGEST_MESSAGE_BYTES,
    onAuth: (auth, _session, accept) => accept(null, { user: auth.username ?? "anonymous" }),
    onRcptTo: (recipient, _session, answer) => answer(refusal(knobs, recipient)),
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (stream.sizeExceeded) return answer(smtpError(552, "The message is too large"));
        keepMail(store, {
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
          to: session.envelope.rcptTo.map((each) => each.address),
          raw: Buffer.concat(chunks),
        }).then(
          (id) => setTimeout(() => answer(null, `Kept as ${id}`), knobs.answerAfterMs),
          () => answer(smtpError(451, "The message could not be stored, try again later")),
        );
      });
    },
  });
  // A client that breaks off is no reason to end the store; a port in use is told by the promise below.
  server.on("error", () => {});
  const listening = once(server.server, "listening");
  server.listen(options.port, options.host);
  await listening.catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, options.port, "LOCAL_STORE_SMTP_PORT");
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    knobs,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(knobs: MailKnobs, recipient: SMTPServerAddress): Error | null {
  const address = recipient.address.toLowerCase();
  const matches = (pattern: string) =>
    pattern.startsWith("@") ? address.endsWith(pattern.toLowerCase()) : address === pattern.toLowerCase();
  if (knobs.refused.some(matches))
    return smtpError(550, `5.1.1 <${recipient.address}>: recipient address rejected: user unknown`);
  if (knobs.deferred.some(matches))
    return smtpError(451, `4.3.2 <${recipient.address}>: please try again later`);
  return null;
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
