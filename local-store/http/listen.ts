import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Binds the server and returns its port, which differs from the requested one if that is 0.
 * @throws Error that names the environment variable if the port is in use or not permitted.
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

/** Explains why a port isn't available. */
export function listenError(error: NodeJS.ErrnoException, port: number, variable: string): Error {
  if (error.code === "EADDRINUSE")
    return new Error(`Port ${port} is in use. Stop the other program, or set ${variable} to a free port.`);
  if (error.code === "EACCES")
    return new Error(`This account isn't allowed to open port ${port}. Set ${variable} to another port.`);
  return error;
}
