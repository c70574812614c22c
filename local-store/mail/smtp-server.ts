import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerAddress } from "smtp-server";
import type { Store } from "../data/database.ts";
import { listenError } from "../http/listen.ts";
import { saveMail } from "./mailbox.ts";

/** Which recipients the mail server refuses: addresses, or domains written as `@example.com`. */
export interface MailKnobs {
  /** Refused permanently (550), like a mailbox that doesn't exist. */
  refused: string[];
  /** Refused temporarily (451), like a busy server. */
  deferred: string[];
  /** Delay in milliseconds between storing a message and accepting it. A sender that crashes in between never gets the response. */
  answerAfterMs: number;
}

/** The default knobs refuse two domains, so that a bounce needs no setup. */
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

const MAX_MESSAGE_BYTES = 25 * 1024 * 1024;

/**
 * Starts an SMTP server that delivers nothing: it stores every message for the page /mail. It accepts any login.
 * @throws Error that names LOCAL_STORE_SMTP_PORT if the port is in use.
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
    size: MAX_MESSAGE_BYTES,
    onAuth: (auth, _session, accept) => accept(null, { user: auth.username ?? "anonymous" }),
    onRcptTo: (recipient, _session, answer) => answer(refusal(knobs, recipient)),
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (stream.sizeExceeded) return answer(smtpError(552, "The message is too large"));
        saveMail(store, {
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
          to: session.envelope.rcptTo.map((each) => each.address),
          raw: Buffer.concat(chunks),
        }).then(
          (id) => setTimeout(() => answer(null, `Stored as ${id}`), knobs.answerAfterMs),
          () => answer(smtpError(451, "The message couldn't be stored, try again later")),
        );
      });
    },
  });
  // A client that disconnects must not end the process. A port in use rejects the promise below.
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
