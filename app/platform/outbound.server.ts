import { type LookupAddress, lookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { badRequest } from "./errors";
import { isLocalMode } from "./local-mode.server";

/** Networks that an address entered by a person must not reach (https://www.iana.org/assignments/iana-ipv4-special-registry). */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv4");
/** Only global unicast addresses are public in IPv6, except those that tunnel IPv4. */
const GLOBAL_V6 = new BlockList();
GLOBAL_V6.addSubnet("2000::", 3, "ipv6");
const TUNNELS_V6 = new BlockList();
TUNNELS_V6.addSubnet("2001::", 23, "ipv6");
TUNNELS_V6.addSubnet("2001:db8::", 32, "ipv6");
TUNNELS_V6.addSubnet("2002::", 16, "ipv6");

/** True for an address on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !PRIVATE.check(address, "ipv4");
  return family === 6 && GLOBAL_V6.check(address, "ipv6") && !TUNNELS_V6.check(address, "ipv6");
}

/** In local mode the other systems run on this machine too. */
const isOnThisMachine = ({ hostname }: URL) => isLocalMode() && ["localhost", "127.0.0.1"].includes(hostname);

/**
 * Parses an address that a person entered for another system. Allowed are https on the default port, without user name or
 * password, and not in a private network.
 * @param allowQuery for the signed address of a file, which another system answered
 * @throws a 400 refusal at `field` for any other address
 */
export function outboundAddress(text: string, field: string, { allowQuery = false } = {}): URL {
  const refuse = (problem: string) => badRequest(`The address ${problem}.`, { [field]: problem });
  if (!URL.canParse(text)) throw refuse("must be an address such as https://agora.example/api");
  const url = new URL(text);
  const isLocal = isOnThisMachine(url);
  if (url.protocol !== "https:" && !(isLocal && url.protocol === "http:"))
    throw refuse("must start with https://");
  if (url.username || url.password) throw refuse("must not contain a name or a password");
  if ((url.search && !allowQuery) || url.hash) throw refuse("must not contain a question mark or a #");
  if (isLocal) return url;
  if (url.port) throw refuse("must not name a port");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) ? !isPublicAddress(host) : !host.includes("."))
    throw refuse("must lead to the public internet, not into a private network");
  return url;
}

/** Another system's response. */
export interface OutboundAnswer {
  status: number;
  /** Cut to the request's `maxLength`. */
  body: string;
}

const MAX_BODY_LENGTH = 100_000;

/** A request to another system. */
export interface OutboundRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  signal?: AbortSignal;
  /** Of the body in characters, for files. 100,000 unless set. */
  maxLength?: number;
  /** The address may have a query. */
  allowQuery?: boolean;
}

/**
 * Sends a request to an address that a person entered. The name is resolved once and the connection uses that IP address. Private
 * networks are refused and redirects aren't followed, which prevents server-side request forgery.
 * @throws a 400 refusal for an address that isn't allowed, and Node's error when there is no response in time
 */
export function sendOutbound(address: string, request: OutboundRequest): Promise<OutboundAnswer> {
  const { method, headers, body, timeoutMs, signal, maxLength = MAX_BODY_LENGTH, allowQuery } = request;
  const url = outboundAddress(address, "address", { allowQuery });
  const timeout = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const client = url.protocol === "https:" ? https : http;
    const outgoing = client.request(
      url,
      {
        method,
        headers: { ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        lookup: isOnThisMachine(url) ? undefined : publicLookup,
        agent: false,
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        const finish = () => resolve({ status: response.statusCode ?? 0, body: text });
        response.on("data", (part: string) => {
          text += part.slice(0, maxLength - text.length);
          if (text.length < maxLength) return;
          finish();
          outgoing.destroy();
        });
        response.on("end", finish);
        response.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Resolves a name as Node does, and refuses it when any of its addresses isn't public. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, "");
    const privateAddress = found.find(({ address }) => !isPublicAddress(address));
    const [first] = found;
    if (privateAddress || !first)
      return callback(new Error("The name resolves to a private network, or not at all."), "");
    if (options.all) return callback(null, found);
    callback(null, first.address, first.family);
  });
};
