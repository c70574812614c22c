import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { isLocalMode } from "./app-address.server";
import { badRequest } from "./errors";

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
export const isOnThisMachine = (host: string) => isLocalMode() && ["localhost", "127.0.0.1"].includes(host);

/** What the operator allows beyond the public internet. */
interface Allowance {
  networks: BlockList;
  hasNetworks: boolean;
  /** `solr.internal:8983` */
  servers: ReadonlySet<string>;
}

/**
 * Reads `OUTBOUND_ALLOW`: networks such as `10.20.0.0/16`, and servers such as `solr.internal:8983`, separated by commas.
 * @throws Error that names the part that is neither
 */
export function readAllowance(text: string): Allowance {
  const networks = new BlockList();
  const servers = new Set<string>();
  let hasNetworks = false;
  for (const part of text.split(",").map((each) => each.trim().toLowerCase())) {
    if (!part) continue;
    const [, address = "", bits] = /^([\d.]+|[\da-f:]+)(?:\/(\d{1,3}))?$/.exec(part) ?? [];
    const family = isIP(address);
    const maxBits = family === 4 ? 32 : 128;
    if (family !== 0 && Number(bits ?? maxBits) <= maxBits) {
      networks.addSubnet(address, Number(bits ?? maxBits), family === 4 ? "ipv4" : "ipv6");
      hasNetworks = true;
      continue;
    }
    const [, host = "", port] = /^(\[[\da-f:]+\]|[a-z\d.-]+):(\d{1,5})$/.exec(part) ?? [];
    if (!host || Number(port) < 1 || Number(port) > 65_535)
      throw new Error(
        `"${part}" is neither a network such as 10.20.0.0/16 nor a server such as solr.internal:8983`,
      );
    servers.add(`${host.replace(/^\[|\]$/g, "")}:${Number(port)}`);
  }
  return { networks, hasNetworks, servers };
}

let lastAllowance: { text: string; allowance: Allowance } | undefined;

function allowance(): Allowance {
  const text = process.env.OUTBOUND_ALLOW ?? "";
  if (lastAllowance?.text !== text) lastAllowance = { text, allowance: readAllowance(text) };
  return lastAllowance.allowance;
}

function isInAllowedNetwork(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && allowance().networks.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** A server that is connected to. */
interface Server {
  host: string;
  port: number;
  /** False for a port or a protocol that isn't used on the public internet. Such a server must be allowed by the operator. */
  isUsual: boolean;
}

/** What is wrong with any other host, and who can change it. */
export const NOT_PUBLIC =
  "must lead to the public internet, not into a private network. The operator of Backroom can allow private servers with the variable OUTBOUND_ALLOW";

/** Whether a host may be reached: an IP address that may be, or a name, which is resolved later. Names without a dot aren't public. */
export function mayBeReached({ host, port, isUsual }: Server): boolean {
  const { servers, hasNetworks } = allowance();
  if (servers.has(`${host}:${port}`)) return true;
  if (isIP(host)) return isInAllowedNetwork(host) || (isUsual && isPublicAddress(host));
  return hasNetworks || (isUsual && host.includes("."));
}

/** The host of a URL, without the brackets that an IPv6 address has there. */
export const hostIn = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

const refusedName = ({ isUsual }: Server) =>
  badRequest(
    isUsual
      ? "The server's name leads into a private network, so nothing was sent. Enter the name of a server on the public internet. The operator of Backroom can allow a private one with the variable OUTBOUND_ALLOW."
      : "The server's name doesn't lead into an allowed network, so nothing was sent. The operator of Backroom can allow its port with the variable OUTBOUND_ALLOW.",
  );

/** Resolves names as Node does, and refuses one when any of its addresses isn't public and isn't allowed for this server. */
export const lookupFor =
  (server: Server): LookupFunction =>
  (hostname, options, callback) => {
    const isAllowedServer = allowance().servers.has(`${server.host}:${server.port}`);
    const mayConnect = (address: string) =>
      isAllowedServer || isInAllowedNetwork(address) || (server.isUsual && isPublicAddress(address));
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, "");
      const [first] = found;
      if (!first || found.some(({ address }) => !mayConnect(address)))
        return callback(refusedName(server), "");
      if (options.all) return callback(null, found);
      callback(null, first.address, first.family);
    });
  };

/**
 * Reads the host of another system's server that a person entered: a name or an IP address. Its port is entered apart, so a name that is
 * allowed with any port is accepted, and checked with its port when it is connected to.
 * @throws a 400 refusal at `field` for anything else, and for a host in a private network
 */
export function outboundHost(text: string, field: string): string {
  const refuse = (problem: string) => badRequest(`The host ${problem}.`, { [field]: problem });
  const isV6 = isIP(text) === 6;
  const address = `https://${isV6 ? `[${text}]` : text}`;
  // A URL has numbers in other notations as the IP address that they mean.
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (!isV6 && /[\s/\\?#@:]/.test(text)))
    throw refuse("must be a name such as ftp.pricespider.example, without ftp:// and without a path");
  const host = hostIn(url);
  const isNamed = [...allowance().servers].some((server) => server.startsWith(`${host}:`));
  if (!isOnThisMachine(host) && !isNamed && !mayBeReached({ host, port: 0, isUsual: true }))
    throw refuse(NOT_PUBLIC);
  return host;
}

/**
 * Resolves the host of another system's server. Connect to the IP address instead of the name, which could resolve to another one later.
 * @param host as `outboundHost` returns it
 * @throws a 400 refusal when any of its addresses isn't public or allowed, and Node's error when the name doesn't resolve
 */
export function resolveOutboundHost(host: string, port: number): Promise<string> {
  if (isOnThisMachine(host)) return Promise.resolve("127.0.0.1");
  return new Promise((resolve, reject) =>
    lookupFor({ host, port, isUsual: true })(host, {}, (error, address) =>
      error ? reject(error) : resolve(String(address)),
    ),
  );
}
