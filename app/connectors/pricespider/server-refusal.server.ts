import net from "node:net";
import { storableText } from "~/platform/contract/storable-text";
import { Refusal } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { resolveOutboundHost } from "~/platform/outbound-host.server";
import type { ServerAccess, ServerStep } from "./port";

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

/** What a library threw. Both have the server's own code as a number. */
interface ServerError {
  code?: string | number;
  level?: string;
  message?: string;
}

/**
 * Explains an error of a connection to a person: the step, what it was about, and what to do.
 * @param signal an aborted one leaves the error as it is
 */
export async function serverRefusal(
  error: unknown,
  access: ServerAccess,
  { signal, step }: { signal: AbortSignal; step: ServerStep },
): Promise<unknown> {
  if (error instanceof Refusal || signal.aborted) return error;
  const { client, user } = access;
  const { code, level, message } = error as ServerError;
  log.warn({ code, level, step: step.name }, "PriceSpider's server refused or did not answer");
  const refuse = (reason: string) =>
    new Refusal(502, "PRICESPIDER_SERVER", `PriceSpider's ${client} server ${reason}.`);
  if (code === 530 || level === "client-authentication")
    return refuse(`doesn't accept the password of ${user}. Check user and password`);
  const special = reasonOf(error as ServerError, access, step);
  if (special) return refuse(special);
  // The libraries have no code for it.
  const isLate = level === "client-timeout" || message?.startsWith("Timeout");
  const isClosed = /FIN packet|closed connection|connection (lost|closed)|no response from server/i.test(
    message ?? "",
  );
  const reason = REASONS[isLate ? "ETIMEDOUT" : isClosed ? "ECONNRESET" : String(code)];
  const mayBeAnother = step.name === "connect" && (isLate || isClosed || !reason) && typeof code !== "number";
  const other = mayBeAnother ? await findOtherClient(access, signal) : undefined;
  if (other) return refuse(`isn't one: port ${access.port} answers as ${other}. Set FTP Client to ${other}`);
  if (reason) return refuse(reason);
  const answer = answerIn(message, access);
  if (typeof code !== "number")
    return refuse(`didn't answer as expected: ${answer}. Try again in a few minutes, or ask PriceSpider`);
  // FTP refuses temporarily with these.
  const advice = code >= 400 && code < 500 ? "Try again in a few minutes" : "Check the settings";
  return refuse(`${actionOf(access, step)}: ${answer}. ${advice}, or ask PriceSpider`);
}

/** What the server said. It knows the password, and could repeat it. */
const answerIn = (message: string | undefined, { password }: ServerAccess): string =>
  storableText(
    (message ?? "")
      .replaceAll(password, "•••")
      .replace(/\s+/g, " ")
      .trim()
      .replace(/\.$/, "")
      .slice(0, MAX_ANSWER_LENGTH),
  );

const folderOf = ({ directory }: ServerAccess): string => directory || "of the user";

function actionOf(access: ServerAccess, { name, file }: ServerStep): string {
  switch (name) {
    case "folder":
      return `refused to open the folder ${folderOf(access)}`;
    case "write":
      return `refused to write ${file} into the folder ${folderOf(access)}`;
    case "rename":
      return `refused to rename ${file}`;
    case "delete":
      return `refused to delete ${file}`;
    default:
      return "refused";
  }
}

/** Codes of FTP (RFC 959) and SFTP (draft-ietf-secsh-filexfer-13, 9.1). */
const FULL = [452, 552, 14, 15];
const MAYBE_FULL = [451, 4];
const MISSING = [2, 10];
const DENIED = [553, 3];
/** FTP has one code for a file that isn't there, and one that may not be used. */
const UNAVAILABLE = [550];
/** How a connection ends that the server closes before it has the whole file. Its answer may arrive later, or not at all. */
const CUT = ["ERR_STREAM_PREMATURE_CLOSE", "EPIPE", "ECONNRESET"];

/** The reasons for which a step fails in practice. Undefined for others. */
function reasonOf({ code, message = "" }: ServerError, access: ServerAccess, step: ServerStep) {
  const { client, user } = access;
  const isDataConnection = /data connection|transfer strateg/i.test(message);
  if (client === "FTP" && (code === 425 || isDataConnection) && !/another (host|server)/.test(message))
    return `can't be reached on the port that it offers for files (passive mode). Ask PriceSpider to open its passive ports, or use SFTP`;
  const is = (codes: readonly (string | number)[]) => codes.some((one) => one === code);
  const isCut = client === "FTP" && is(CUT) && !message.includes("control socket");
  const answer = isCut ? "it closed the connection" : answerIn(message, access);
  if (step.name === "folder") {
    const folder = folderOf(access);
    if (is(MISSING)) return `has no folder ${folder}. Create it there, or correct Upload Directory`;
    if (is(DENIED))
      return `doesn't let ${user} open the folder ${folder}. Ask PriceSpider for the permission, or correct Upload Directory`;
    if (is(UNAVAILABLE))
      return `doesn't open the folder ${folder}: it doesn't exist, or ${user} may not open it (${answer}). Correct Upload Directory, or ask PriceSpider`;
  }
  if (step.name === "write" && is(FULL))
    return `has no space left for ${step.file} (${answer}). Ask PriceSpider to free space, then try again`;
  if (step.name === "write" && (isCut || is(MAYBE_FULL)))
    return `couldn't store ${step.file} (${answer}): its disk may be full. Ask PriceSpider to check the space, then try again`;
  if (is(DENIED) || (step.name === "write" && is(UNAVAILABLE)))
    return `${actionOf(access, step)}: ${user} may not do this (${answer}). Ask PriceSpider for the permission`;
  if (is(MISSING) && step.file)
    return `no longer has ${step.file} in the folder ${folderOf(access)}. Someone else may have removed it. Try again`;
  return undefined;
}

/** The other client, when that is what the port answers to. */
async function findOtherClient(
  { client, host, port }: ServerAccess,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const greeting = await greetingOf(await resolveOutboundHost(host, port), port, signal);
    return (greeting === "FTP" || greeting === "SFTP") && greeting !== client ? greeting : undefined;
  } catch {
    return undefined;
  }
}

/** How long a server may take to greet (milliseconds). */
const GREETING_MS = 5_000;
const MAX_GREETING = 1_024;

/** What a server is by its first words. `silent`: it expects TLS, or isn't ready. */
export type Greeting = "FTP" | "SFTP" | "silent" | "another";

/**
 * Connects to a port and reads what the server says first.
 * @param address an IP address that may be reached
 * @throws the error of a port that is closed or doesn't answer
 */
export function greetingOf(address: string, port: number, signal: AbortSignal): Promise<Greeting> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: address, port, signal });
    let text = "";
    let isConnected = false;
    const end = (greeting: Greeting) => {
      socket.destroy();
      resolve(greeting);
    };
    socket.setTimeout(GREETING_MS, () =>
      isConnected
        ? end("silent")
        : socket.destroy(Object.assign(new Error("It doesn't answer."), { code: "ETIMEDOUT" })),
    );
    socket.on("connect", () => {
      isConnected = true;
    });
    socket.on("error", (error) => (isConnected && !signal.aborted ? end("silent") : reject(error)));
    socket.on("close", () => end("silent"));
    socket.on("data", (data) => {
      text += data.toString("latin1");
      if (/^SSH-/m.test(text)) end("SFTP");
      else if (/^220[ -]/.test(text)) end("FTP");
      else if (text.includes("\n") || text.length > MAX_GREETING) end("another");
    });
  });
}
