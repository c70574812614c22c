import { type LookupAddress, lookup } from "node:dns";
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
export const isOnThisMachine = (host: string) => isLocalMode() && ["localhost", "127.0.0.1"].includes(host);

/** What is wrong with any other host. */
export const NOT_PUBLIC = "must lead to the public internet, not into a private network";

/** Whether a host may be public: an IP address that is, or a name with a dot, which is resolved later. */
export const mayBePublic = (host: string) => (isIP(host) ? isPublicAddress(host) : host.includes("."));

/** The host of a URL, without the brackets that an IPv6 address has there. */
export const hostIn = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

const refusedName = () =>
  badRequest(
    "The server's name leads into a private network, so nothing was sent. Enter the name of a server on the public internet.",
  );

/** Resolves a name as Node does, and refuses it when any of its addresses isn't public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, "");
    const privateAddress = found.find(({ address }) => !isPublicAddress(address));
    const [first] = found;
    if (privateAddress || !first) return callback(refusedName(), "");
    if (options.all) return callback(null, found);
    callback(null, first.address, first.family);
  });
};

/**
 * Reads the host of another system's server that a person entered: a name or an IP address.
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
  if (!isOnThisMachine(host) && !mayBePublic(host)) throw refuse(NOT_PUBLIC);
  return host;
}

/**
 * Resolves the host of another system's server. Connect to the IP address instead of the name, which could resolve to another one later.
 * @param host as `outboundHost` returns it
 * @throws a 400 refusal when any of its addresses isn't public, and Node's error when the name doesn't resolve
 */
export function resolveOutboundHost(host: string): Promise<string> {
  if (isOnThisMachine(host)) return Promise.resolve("127.0.0.1");
  return new Promise((resolve, reject) =>
    publicLookup(host, {}, (error, address) => (error ? reject(error) : resolve(String(address)))),
  );
}
