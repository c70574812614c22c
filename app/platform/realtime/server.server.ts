import type { Server as HttpServer } from "node:http";
import { createAdapter } from "@socket.io/postgres-adapter";
import { Server, type Socket } from "socket.io";
import type { Administrator, Permission } from "../auth/permission";
import { database } from "../db/pool.server";
import { log } from "../log.server";
import { ATTACHMENTS_TABLE, CHANNEL_PREFIX } from "./publish.server";
import { keepRights, type Person } from "./rights.server";
import { roomsOf } from "./rooms";

/** What the socket door needs: how a session token is verified, who people are now, and which permissions have rooms. */
export interface RealtimeOptions {
  authenticate(token: string): Promise<{ shop: string; administrator: Administrator } | null>;
  /** What each of these people may do now; who is left out may do nothing any more. */
  readRights(people: readonly Person[]): Promise<(Person & { administrator: Administrator })[]>;
  permissions: readonly Permission[];
  /** How often everybody's rights are read again. */
  checkEveryMs?: number;
  /** How long a connection may last; the browser then comes back with a fresh token. */
  lifeMs?: number;
}

/**
 * Opens the realtime door at `/realtime` on the web process's server. The handshake carries a session token; the
 * person is put into the rooms of their shop and their flags, and can ask for no others. Connections whose rights have
 * changed are ended, also when the news of the change was lost (`keepRights`).
 */
export function attachRealtime(server: HttpServer, options: RealtimeOptions): { close(): Promise<void> } {
  const io = new Server(server, { path: "/realtime", serveClient: false, maxHttpBufferSize: 10_000 });
  io.adapter(
    createAdapter(database(), {
      channelPrefix: CHANNEL_PREFIX,
      tableName: ATTACHMENTS_TABLE,
      errorHandler: (error) => log.warn({ err: error.message }, "a realtime message was lost"),
    }),
  );
  io.use(async (socket: Socket, next) => {
    try {
      const signedIn = await options.authenticate(String(socket.handshake.auth.token ?? ""));
      if (!signedIn) return next(new Error("unauthorized"));
      const { shop, administrator } = signedIn;
      socket.data = { shop, id: administrator.id } satisfies Person;
      await socket.join(roomsOf(shop, administrator, options.permissions));
      next();
    } catch (error) {
      log.error({ err: error }, "a realtime handshake failed");
      next(new Error("unavailable"));
    }
  });
  const { checkEveryMs = 30_000, lifeMs = 30 * 60_000 } = options;
  const stopChecking = keepRights(io, { ...options, checkEveryMs, lifeMs });
  return {
    close() {
      stopChecking();
      return io.close();
    },
  };
}
