import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Binds the server and answers its port (of use when 0 was asked for).
 * @throws Error with a sentence that names the environment variable when the port is in use or not allowed.
 */
export async function listen(
  server: Server,
  options: { port: number; host: string; variable: string },
): Promise<number> {
  const listening = once(server, "listening");
  server.listen(options.port, options.host);
  await listening.catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, options.port, options.variable);
  });
  return (server.address() as AddressInfo).port;
}

/** The sentence for a port that cannot be had. */
export function listenError(error: NodeJS.ErrnoException, port: number, variable: string): Error {
  if (error.code === "EADDRINUSE")
    return new Error(`Port ${port} is in use. Stop the other program, or set ${variable} to a free port.`);
  if (error.code === "EACCES")
    return new Error(`Port ${port} may not be opened by this account. Set ${variable} to another port.`);
  return error;
}
