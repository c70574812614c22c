import { connectionProblem } from "~/platform/connection-test.server";
import { oneLine } from "~/platform/mail-address";
import type { MailRefusal } from "./port";

/** Nodemailer's errors (https://nodemailer.com/errors). */
export interface SmtpError extends Error {
  code?: string;
  /** Node's code, where the library has one of its own. */
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** A mail server, as SMTP_URL names it. */
export interface SmtpServer {
  host: string;
  port: number;
  /** Empty where Backroom doesn't sign in. */
  user: string;
  password: string;
  /** TLS from the first byte. */
  isImplicit: boolean;
}

const MAX_ANSWER_LENGTH = 300;

/** @throws TypeError for a text that isn't a URL */
export function smtpServer(address: string): SmtpServer {
  const { hostname, port, username, password, protocol } = new URL(address);
  const isImplicit = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (isImplicit ? 465 : 587)),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    isImplicit,
  };
}

/** The server requires a sign-in (RFC 4954) or TLS (RFC 3207). */
const NOT_AUTHORIZED = 530;

const OF_CONNECTION = ["EAUTH", "ECONNECTION", "ETLS", "EPROTOCOL"];
const UNREACHABLE = ["EDNS", "ESOCKET", "ETIMEDOUT"];

/** Whether the server can't be used for any email. */
export const isUnusable = ({ code = "" }: SmtpError): boolean =>
  [...OF_CONNECTION, ...UNREACHABLE].includes(code);

/** A failed or missing sign-in is a configuration error: the email waits until it is fixed. */
export function refusalOf({ code, command, responseCode }: SmtpError): MailRefusal {
  const isOfConnection = OF_CONNECTION.includes(code ?? "");
  if (!responseCode || responseCode < 500 || responseCode === NOT_AUTHORIZED || isOfConnection)
    return "later";
  return command === "RCPT TO" ? "recipient" : "mail";
}

const AGAIN = "Backroom tries again.";

/** Says why an email wasn't sent: the step that failed, what it was about, and what to do. It names no recipient. */
export function mailProblem(error: SmtpError, server: SmtpServer): string {
  const { code, command = "", responseCode = 0 } = error;
  const answer = answerIn(error, server);
  const isTemporary = responseCode >= 400 && responseCode < 500;
  if (code === "EAUTH")
    return `The mail server doesn't accept the user ${server.user} or the password${answer}. Correct them in SMTP_URL where Backroom runs.`;
  if (command === "STARTTLS" || code === "ETLS")
    return `The mail server doesn't start TLS${answer}, and emails must not be sent without it. Ask its operator, or set another port in SMTP_URL where Backroom runs.`;
  if (!responseCode) return `The mail server can't be used. ${reachProblem(error, server)}`;
  if (responseCode === NOT_AUTHORIZED)
    return `The mail server requires a sign-in or TLS${answer}. Correct SMTP_URL where Backroom runs.`;
  if (/^\d{3}[ -][45]\.3\.1\b/.test(error.response ?? "") || responseCode === 452)
    return `The mail server has no space left${answer}. Ask its operator to free space. ${isTemporary ? AGAIN : ""}`.trim();
  if (command === "MAIL FROM")
    return isTemporary
      ? `The mail server doesn't accept emails from this sender now${answer}. ${AGAIN}`
      : `The mail server doesn't accept the sender${answer}. Enter another address under Settings, Mail, or ask its operator to allow this one.`;
  if (command === "RCPT TO") return recipientProblem(error, answer, isTemporary);
  if (isTemporary) return `The mail server doesn't accept the email now${answer}. ${AGAIN}`;
  if (responseCode === 552)
    return `The email is too large for the mail server${answer}. Send it without its file.`;
  if (command === "DATA")
    return `The mail server doesn't accept the email${answer}. Change its text under Settings, Mail, or ask the server's operator.`;
  return `The mail server refuses to work for Backroom${answer}. Ask its operator.`;
}

function recipientProblem({ response = "" }: SmtpError, answer: string, isTemporary: boolean): string {
  if (isTemporary) return `The mail server doesn't accept emails to this recipient now${answer}. ${AGAIN}`;
  if (/^\d{3}[ -]5\.2\.2\b/.test(response))
    return `The recipient's mailbox is full${answer}. Ask the recipient to free space, and send the email again.`;
  return `The mail server doesn't accept the recipient${answer}. Check the address.`;
}

/** Why there is no connection. */
function reachProblem({ code = "", originalCode, response, message }: SmtpError, server: SmtpServer): string {
  const { host, port } = server;
  if (response !== undefined || code === "EPROTOCOL")
    return `Port ${port} of ${host} doesn't answer as a mail server. Check the address.`;
  if (/greeting/i.test(message))
    return `${host} accepts connections on port ${port}, but doesn't greet. If the port expects TLS, begin SMTP_URL with smtps.`;
  if (code === "EDNS") return connectionProblem("ENOTFOUND", server);
  if (code === "ETIMEDOUT") return connectionProblem("ETIMEDOUT", server);
  if (code === "ECONNECTION" && originalCode === undefined) return connectionProblem("ECONNRESET", server);
  return connectionProblem(originalCode ?? code, server);
}

/** What the server said, in parentheses. It knows the password, and could repeat it. */
function answerIn({ response }: SmtpError, { password }: SmtpServer): string {
  if (!response) return "";
  const text = password ? response.replaceAll(password, "•••") : response;
  return ` (${oneLine(text).slice(0, MAX_ANSWER_LENGTH)})`;
}
