import { randomInt } from "node:crypto";
import net from "node:net";

/**
 * Where a free port is looked for: below the ports that systems hand to outgoing connections (from 32768 on Linux, 49152
 * elsewhere), so that no connection of anybody takes it before its server listens, or while that server starts again.
 */
const serverPorts = { from: 20_000, to: 32_000 };
/** So that this process gives no port twice, though nothing listens on it yet. */
const given = new Set<number>();

/**
 * Makes sure that nothing listens on the ports, before anything is started.
 * @throws Error with one line per port in use, each naming the variable that moves it.
 */
export async function requireFreePorts(ports: Record<string, number>): Promise<void> {
  const taken: string[] = [];
  for (const [variable, port] of Object.entries(ports)) {
    if (!(await isFree(port)))
      taken.push(`Port ${port} is in use. Set ${variable} to another port, or stop what listens there.`);
  }
  const [first, second] = Object.entries(ports);
  if (first && second && first[1] === second[1])
    taken.push(`${first[0]} and ${second[0]} are both ${first[1]}; they must differ.`);
  if (taken.length > 0) throw new Error(taken.join("\n"));
}

/**
 * A port for a server of this machine: free at this moment and given to nobody else by this process.
 * @throws Error when a hundred ports by chance are all taken.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(serverPorts.from, serverPorts.to);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found between ${serverPorts.from} and ${serverPorts.to}.`);
}

// Both families: a server on 127.0.0.1 alone does not show when one listens on the IPv6 wildcard address.
async function isFree(port: number): Promise<boolean> {
  for (const host of ["127.0.0.1", "::"]) if (!(await canListen(port, host))) return false;
  return true;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "EAFNOSUPPORT" || error.code === "EADDRNOTAVAIL"),
    );
    probe.listen({ port, host, ipv6Only: host === "::" }, () => probe.close(() => resolve(true)));
  });
}
