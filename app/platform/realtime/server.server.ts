import type { Server as HttpServer } from "node:http";
import { createAdapter } from "@socket.io/postgres-adapter";
import { Server } from "socket.io";
import type { Administrator, Permission } from "../auth/permission";
import { database } from "../db/pool.server";
import { log } from "../log.server";
import { ATTACHMENTS_TABLE, CHANNEL_PREFIX } from "./publish.server";
import { roomsOf } from "./rooms";

/** What the socket door needs: how a session token is verified, and which permissions have rooms. */
export interface RealtimeOptions {
  authenticate(token: string): Promise<{ shop: string; administrator: Administrator } | null>;
  permissions: readonly Permission[];
}

/**
 * Opens the realtime door at `/realtime` on the web process's server. The handshake carries a session token; the
 * person is put into the rooms of their shop and their flags, and can ask for no others.
 */
export function attachRealtime(server: HttpServer, options: RealtimeOptions): Server {
  const io = new Server(server, { path: "/realtime", serveClient: false, maxHttpBufferSize: 10_000 });
  io.adapter(
    createAdapter(database(), {
      channelPrefix: CHANNEL_PREFIX,
      tableName: ATTACHMENTS_TABLE,
      errorHandler: (error) => log.warn({ err: error.message }, "a realtime message was lost"),
    }),
  );
  io.use(async (socket, next) => {
    try {
      const signedIn = await options.authenticate(String(socket.handshake.auth.token ?? ""));
      if (!signedIn) return next(new Error("unauthorized"));
      await socket.join(roomsOf(signedIn.shop, signedIn.administrator, options.permissions));
      next();
    } catch (error) {
      log.error({ err: error }, "a realtime handshake failed");
      next(new Error("unavailable"));
    }
  });
  return io;
}
