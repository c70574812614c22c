import type http from "node:http";
import net from "node:net";
import { isLocalMode } from "~/platform/app-address.server";
import { isLoopback } from "~/platform/loopback";

const LOOPBACK = "127.0.0.1";
const WILDCARDS = ["0.0.0.0", "::"];

/**
 * Listens on BACKROOM_BIND's address. Without it, beside the local store on loopback only, whose administrators anyone may choose,
 * and otherwise on every address. Beside the local store, loopback works in any case, because the local store calls it.
 * @returns stops accepting connections on a second address
 * @throws Error naming PORT when it is in use
 */
export async function listen(
  server: http.Server,
  { PORT: port, BACKROOM_BIND: bind }: { PORT: number; BACKROOM_BIND?: string },
): Promise<() => void> {
  await listening(server, port, bind ?? (isLocalMode() ? LOOPBACK : undefined));
  if (!isLocalMode() || bind === undefined || isLoopback(bind) || WILDCARDS.includes(bind)) return () => {};
  const second = net.createServer((socket) => server.emit("connection", socket));
  await listening(second, port, LOOPBACK);
  return () => void second.close();
}

function listening(server: net.Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE" ? new Error(`PORT ${port} is in use; set PORT to a free one.`) : error,
      ),
    );
    server.listen({ port, host }, resolve);
  });
}
