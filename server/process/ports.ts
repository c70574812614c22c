import net from "node:net";

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

/** A port that is free at this moment; the next moment may belong to somebody else. */
export async function freePort(): Promise<number> {
  const probe = net.createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const { port } = probe.address() as net.AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
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
