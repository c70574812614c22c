import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

/** IP addresses that no request may reach, in several notations. */
const PRIVATE_ADDRESSES = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "0.0.0.0",
  "10.0.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.170",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:169.254.169.254",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "fc00::1",
  "fe80::1",
  "ff02::1",
];

/** An address of documentations (RFC 9637): public by its range, but no network has it. */
export const UNROUTED = "3fff::1";

/** Names with the addresses that they resolve to, one answer after the other. */
const NAMES: Record<string, string[][]> = {
  "loopback.example": [["127.0.0.1"]],
  "metadata.example": [["169.254.169.254"]],
  "intranet.example": [["10.1.2.3"]],
  "v6.example": [["fd00::1"]],
  "mapped.example": [["::ffff:10.0.0.1"]],
  "mixed.example": [["93.184.216.34", "127.0.0.1"]],
  // Rebinding: a client that resolves twice connects to the second address.
  "rebinding.example": [[UNROUTED], ["127.0.0.1"]],
  "localhost.": [["127.0.0.1"]],
};

const SCHEMES = ["ftp", "file", "gopher", "http", "data", "javascript", "ws", "unix"];
const SUFFIXES = [":8443/", ":8080/", "/#x"];

const bracketed = (address: string) => (address.includes(":") ? `[${address}]` : address);

/** Hosts of FTP and SFTP servers. */
export const HOSTILE_HOSTS = [
  ...PRIVATE_ADDRESSES,
  ...Object.keys(NAMES),
  "localhost",
  "server",
  "user@93.184.216.34",
  "93.184.216.34/x",
  "",
];

/** Addresses of feeds. */
export const HOSTILE_URLS = [
  ...[...PRIVATE_ADDRESSES, ...Object.keys(NAMES)].map((host) => `https://${bracketed(host)}/feed.csv`),
  ...SCHEMES.map((scheme) => `${scheme}://93.184.216.34/feed.csv`),
  ...SUFFIXES.map((suffix) => `https://93.184.216.34${suffix}`),
  "https://user:password@93.184.216.34/",
  "https://localhost/",
  "//93.184.216.34/",
  "feed.csv",
];

/** Answers names as a hostile server of names would. @returns functions that begin with the first answers again, and that end it */
export function answerHostileNames(): { reset(): void; end(): void } {
  const { lookup } = dns;
  const counts = new Map<string, number>();
  const answer = (host: string, options: dns.LookupOptions, done: (...answer: unknown[]) => void) => {
    const answers = NAMES[host];
    if (!answers) return lookup(host, options, done as never);
    const count = counts.get(host) ?? 0;
    counts.set(host, count + 1);
    const found = answers[Math.min(count, answers.length - 1)] ?? [];
    done(
      null,
      found.map((address) => ({ address, family: net.isIP(address) })),
    );
  };
  dns.lookup = answer as unknown as typeof lookup;
  syncBuiltinESMExports();
  return {
    reset: () => counts.clear(),
    end() {
      dns.lookup = lookup;
      syncBuiltinESMExports();
    },
  };
}

/** Notes each IP address that this process tries to connect to. @returns the addresses, and a function that ends it */
export function watchConnections(): { addresses: string[]; end(): void } {
  const { connect } = net.Socket.prototype;
  const addresses: string[] = [];
  net.Socket.prototype.connect = function (this: net.Socket, ...input: Parameters<typeof connect>) {
    this.on("connectionAttempt", (address: string) => addresses.push(address));
    return connect.apply(this, input);
  } as typeof connect;
  return {
    addresses,
    end() {
      net.Socket.prototype.connect = connect;
    },
  };
}
