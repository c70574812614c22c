/** The realtime server as the web process attaches it, and browser tabs that are connected to it. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { io, type Socket } from "socket.io-client";
import type { RealtimeOptions } from "~/platform/realtime/server.server";

let close: () => Promise<void> = async () => {};
let sockets: Socket[] = [];
const NEVER = 2 ** 31 - 1;

/** Closes all connections and the server. */
export async function closeRealtime(): Promise<void> {
  for (const socket of sockets) socket.disconnect();
  sockets = [];
  await close();
  close = async () => {};
}

/** Attaches the realtime server, with times of its own. @returns its address */
export async function openRealtime(changed: Partial<RealtimeOptions> = {}): Promise<string> {
  const [{ attachRealtime }, { roomAudiences }, { app }, { findAdministrators }, { signedInBy }] =
    await Promise.all([
      import("~/platform/realtime/server.server"),
      import("~/core/declared-name"),
      import("~/app.server"),
      import("~/platform/auth/administrators.server"),
      import("~/platform/auth/session-token.server"),
    ]);
  const server = http.createServer();
  const realtime = attachRealtime(server, {
    audiences: roomAudiences(app.declarations.functions),
    readRights: findAdministrators,
    async authenticate(token) {
      const signedIn = await signedInBy(token);
      return signedIn && { shop: signedIn.shop.domain, administrator: signedIn.administrator };
    },
    checkEveryMs: NEVER,
    ...changed,
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  close = () => realtime.close();
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** An administrator's browser tab. Resolves when it is connected. */
export async function connect(
  url: string,
  token: string,
  origin?: string,
): Promise<{ socket: Socket; ended: Promise<string> }> {
  const socket = io(url, {
    path: "/realtime",
    auth: { token },
    reconnection: false,
    transports: ["websocket"],
    extraHeaders: origin === undefined ? {} : { origin },
  });
  sockets.push(socket);
  const ended = new Promise<string>((resolve) => void socket.once("disconnect", resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return { socket, ended };
}
