import type { Server as HttpServer } from "node:http";
import { createAdapter } from "@socket.io/postgres-adapter";
import { Server, type Socket } from "socket.io";
import type { Administrator, Permission } from "../auth/permission";
import { log } from "../log.server";
import { createListeningPool } from "./listening-pool.server";
import { ATTACHMENTS_TABLE, CHANNEL_PREFIX } from "./publish.server";
import { enforceRights, type Person } from "./rights.server";
import { roomsOf } from "./rooms";

/** How the realtime server verifies tokens, reads access, and which permissions have rooms. */
export interface RealtimeOptions {
  authenticate(token: string): Promise<{ shop: string; administrator: Administrator } | null>;
  /** Reads the current access of these people. Those without access are left out. */
  readRights(people: readonly Person[]): Promise<(Person & { administrator: Administrator })[]>;
  permissions: readonly Permission[];
  /** How often access is checked again. */
  checkEveryMs?: number;
  /** A connection's maximum age. The browser then reconnects with a new token. */
  lifeMs?: number;
}

/**
 * Attaches the realtime server at `/realtime` to the web process's server. The handshake contains a session token. The person joins
 * the rooms of their shop and their flags, and can't join others.
 */
export function attachRealtime(server: HttpServer, options: RealtimeOptions): { close(): Promise<void> } {
  const io = new Server(server, { path: "/realtime", serveClient: false, maxHttpBufferSize: 10_000 });
  const listening = createListeningPool(() => io.local.disconnectSockets(true));
  io.adapter(
    createAdapter(listening.pool, {
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
  const stopChecking = enforceRights(io, { ...options, checkEveryMs, lifeMs });
  return {
    async close() {
      stopChecking();
      await io.close();
      await listening.close();
    },
  };
}
