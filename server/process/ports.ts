import { randomInt } from "node:crypto";
import net from "node:net";

/**
 * Free ports are chosen below the ephemeral range (from 32768 on Linux, 49152 elsewhere), so that no outgoing connection takes a port
 * before its server listens or while it restarts.
 */
const PORT_RANGE = { from: 20_000, to: 32_000 };
/** Ports that this process has returned, although nothing may listen on them yet. */
const usedPorts = new Set<number>();

/**
 * Checks that the ports are free.
 * @throws Error with one line per port in use or not permitted, each naming the variable that moves it.
 */
export async function requireFreePorts(ports: Record<string, number>): Promise<void> {
  const taken: string[] = [];
  for (const [variable, port] of Object.entries(ports)) {
    const problem = await problemOf(port);
    if (problem === "EACCES")
      taken.push(`This account isn't allowed to listen on port ${port}. Set ${variable} to another port.`);
    else if (problem)
      taken.push(
        `Port ${port} is in use. Set ${variable} to another port, or stop the process that uses it.`,
      );
  }
  const variables = new Map<number, string>();
  for (const [variable, port] of Object.entries(ports)) {
    const other = variables.get(port);
    if (other) taken.push(`${other} and ${variable} are both ${port}. They must differ.`);
    variables.set(port, variable);
  }
  if (taken.length > 0) throw new Error(taken.join("\n"));
}

/**
 * Finds a free port that this process hasn't returned before.
 * @throws Error when 100 random ports are all in use.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(PORT_RANGE.from, PORT_RANGE.to);
    if (usedPorts.has(port)) continue;
    usedPorts.add(port);
    if (!(await problemOf(port))) return port;
  }
  throw new Error(`No free port was found between ${PORT_RANGE.from} and ${PORT_RANGE.to}.`);
}

/** The code of the error of listening on a port. Undefined for a free one. */
async function problemOf(port: number): Promise<string | undefined> {
  // Both families, because listening on 127.0.0.1 succeeds while another process listens on the IPv6 wildcard address.
  return (await errorOf(port, "127.0.0.1")) ?? (await errorOf(port, "::"));
}

/** What a machine without the family answers. */
const NO_FAMILY = ["EAFNOSUPPORT", "EADDRNOTAVAIL"];

function errorOf(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", ({ code = "" }: NodeJS.ErrnoException) =>
      resolve(NO_FAMILY.includes(code) ? undefined : code),
    );
    probe.listen({ port, host, ipv6Only: host === "::" }, () => probe.close(() => resolve(undefined)));
  });
}
