import { Refusal } from "~/platform/errors";
import { log } from "~/platform/log.server";
import type { ServerAccess } from "./port";

const MAX_ANSWER_LENGTH = 200;

const REASONS: Record<string, string> = {
  ECONNREFUSED: "refused the connection. Check host and port",
  ECONNRESET: "closed the connection. Try again in a few minutes",
  ETIMEDOUT: "didn't answer in time. Check host and port, or try again in a few minutes",
  EHOSTUNREACH: "can't be reached. Check the host",
  ENETUNREACH: "can't be reached. Check the host",
  ENOTFOUND: "wasn't found: no server has this name. Check the host",
  EAI_AGAIN: "wasn't found: its name couldn't be resolved. Check the host, or try again in a few minutes",
};

/**
 * Explains an error of a connection to a person.
 * @param signal an aborted one leaves the error as it is
 */
export function serverRefusal(
  error: unknown,
  { client, password, user }: ServerAccess,
  signal: AbortSignal,
): unknown {
  if (error instanceof Refusal || signal.aborted) return error;
  const { code, level, message } = error as { code?: string | number; level?: string; message?: string };
  log.warn({ code, level }, "PriceSpider's server refused or did not answer");
  const refuse = (reason: string) =>
    new Refusal(502, "PRICESPIDER_SERVER", `PriceSpider's ${client} server ${reason}.`);
  if (code === 530 || level === "client-authentication")
    return refuse(`doesn't accept the password of ${user}. Check user and password`);
  // The libraries have no code for it.
  const isLate = level === "client-timeout" || message?.startsWith("Timeout");
  const reason = REASONS[isLate ? "ETIMEDOUT" : String(code)];
  if (reason) return refuse(reason);
  // A server knows the password, and could repeat it.
  const answer = (message ?? "")
    .replaceAll(password, "•••")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\.$/, "")
    .slice(0, MAX_ANSWER_LENGTH);
  // Both libraries have the server's own code as a number.
  if (typeof code !== "number")
    return refuse(`didn't answer as expected: ${answer}. Try again in a few minutes, or ask PriceSpider`);
  // FTP refuses temporarily with these.
  const advice = code >= 400 && code < 500 ? "Try again in a few minutes" : "Check the settings";
  return refuse(`refused: ${answer}. ${advice}, or ask PriceSpider`);
}
