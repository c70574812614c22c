import net from "node:net";
import tls from "node:tls";
import { untilDeadline } from "./deadline.server";
import { Refusal, upstreamFailed } from "./errors";
import { hostIn, resolveOutboundHost } from "./outbound-host.server";
import { codeOf } from "./send-repeated.server";

/** A step of a test. Each needs those before it. */
export interface ConnectionStep {
  name: string;
  /**
   * @param at names the step that begins, of steps that are one work
   * @returns what was found, as a sentence
   */
  run(at: (name: string) => void): Promise<string>;
}

/**
 * Tests a connection step by step, up to the first step that fails.
 * @param sentenceOf explains an error to a person: what it was about, and what to do
 */
export async function testSteps(
  steps: readonly ConnectionStep[],
  sentenceOf: (error: unknown, step: string) => string | Promise<string>,
): Promise<TestStep[]> {
  const names = steps.map(({ name }) => name);
  const tested: TestStep[] = [];
  for (const { name, run } of steps) {
    let current = name;
    try {
      const text = await run((begun) => {
        current = begun;
      });
      tested.push({ name, state: "passed", text });
    } catch (error) {
      // Of steps that are one work, those before the one that failed have passed.
      for (const before of names.slice(tested.length, names.indexOf(current)))
        tested.push({ name: before, state: "passed", text: "" });
      tested.push({ name: current, state: "failed", text: await sentenceOf(error, current) });
      break;
    }
  }
  const skipped = names.slice(tested.length);
  return [...tested, ...skipped.map((name) => ({ name, state: "skipped" as const, text: "" }))];
}

const ANSWER_WITHIN_MS = 8_000;

/** The steps to a server with an https address: its name, its port, and its certificate. The rules of outbound addresses apply. */
export function serverSteps(address: string): ConnectionStep[] {
  const url = new URL(address);
  const host = hostIn(url);
  const isEncrypted = url.protocol === "https:";
  const server = { host, port: Number(url.port || (isEncrypted ? 443 : 80)) };
  const { ip, steps } = portSteps(server, resolveOutboundHost);
  if (isEncrypted)
    steps.push({
      name: "Certificate",
      async run() {
        const servername = net.isIP(host) ? undefined : host;
        const socket = tls.connect({ host: ip(), port: server.port, servername });
        let until = "";
        socket.once("secureConnect", () => {
          until = socket.getPeerCertificate().valid_to;
        });
        await explained(opened(socket, "secureConnect"), server);
        return `It is valid until ${new Date(until).toISOString().slice(0, 10)}.`;
      },
    });
  return steps;
}

interface Server {
  host: string;
  port: number;
}

/**
 * The first steps to any server: its name and its port.
 * @param resolve finds the IP address. It applies the rules of outbound addresses to one that a shop enters
 * @returns `ip` is the address once the name was found
 */
export function portSteps(
  server: Server,
  resolve: (host: string, port: number) => Promise<string>,
): { ip(): string; steps: ConnectionStep[] } {
  const { host, port } = server;
  let ip = "";
  const steps: ConnectionStep[] = [
    {
      name: "Name",
      async run() {
        ip = await explained(resolve(host, port), server);
        return `${host} is ${ip}.`;
      },
    },
    {
      name: "Port",
      async run() {
        await explained(opened(net.connect({ host: ip, port }), "connect"), server);
        return `Port ${port} is open.`;
      },
    },
  ];
  return { ip: () => ip, steps };
}

/** @throws a refusal whose sentence says what is wrong with the server, and what to do */
async function explained<T>(work: Promise<T>, server: Server): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw upstreamFailed(connectionProblem(codeOf(error), server));
  }
}

/** Waits until a socket is connected, and closes it. @throws Node's error, or ETIMEDOUT */
function opened(socket: net.Socket, event: "connect" | "secureConnect"): Promise<void> {
  const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), untilDeadline() ?? []].flat());
  return new Promise<void>((resolve, reject) => {
    const late = () => reject(Object.assign(new Error("No answer"), { code: "ETIMEDOUT" }));
    signal.addEventListener("abort", late, { once: true });
    socket.once(event, () => resolve());
    socket.once("error", reject);
    socket.once("close", () => reject(Object.assign(new Error("Closed"), { code: "ECONNRESET" })));
  }).finally(() => socket.destroy());
}

/** Says what an error of a socket means for a server, and what to do. @param code Node's, or OpenSSL's */
export function connectionProblem(code: string, { host, port }: Server): string {
  switch (code) {
    case "ENOTFOUND":
      return `No server is named ${host}. Check the address.`;
    case "EAI_AGAIN":
      return `The name ${host} couldn't be resolved. Check the address, or try again in a few minutes.`;
    case "ECONNREFUSED":
      return `${host} refuses connections on port ${port}. Check the address, or ask its operator whether the server runs.`;
    case "ETIMEDOUT":
      return `${host} doesn't answer on port ${port}. Check the address, or ask its operator whether a firewall blocks Backroom.`;
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return `${host} can't be reached. Check the address.`;
    case "ECONNRESET":
      return `${host} closed the connection on port ${port}. Check the address, or try again in a few minutes.`;
    case "CERT_HAS_EXPIRED":
      return `The certificate of ${host} has expired. Ask its operator to renew it.`;
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `The certificate belongs to another name than ${host}. Enter the name that it has, or ask the operator of ${host}.`;
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return `No authority that Backroom knows has signed the certificate of ${host}. Ask its operator for one that is publicly trusted.`;
    default:
      return code.startsWith("ERR_SSL") || code === "EPROTO"
        ? `Port ${port} of ${host} doesn't speak TLS. Check the address.`
        : `${host} didn't answer as expected on port ${port} (${code}). Check the address, or try again in a few minutes.`;
  }
}

/** How one step of a test of a connection ended. */
export interface TestStep {
  name: string;
  state: "passed" | "failed" | "skipped";
  /** What was found, or what is wrong and what to do. Empty for a step that was skipped. */
  text: string;
}
