import type { Server as HttpServer } from "node:http";
import { createAdapter } from "@socket.io/postgres-adapter";
import { Server, type Socket } from "socket.io";
import { log } from "../log.server";
import { openSockets } from "../metrics/metrics.server";
import { limitPerPerson } from "./limit-per-person.server";
import { createListeningPool } from "./listening-pool.server";
import { MISSED_LISTS } from "./missed-lists";
import type { Person, RealtimeOptions } from "./options.server";
import { ATTACHMENTS_TABLE, CHANNEL_PREFIX } from "./publish.server";
import { RecentChanges } from "./recent-changes.server";
import { enforceRights } from "./rights.server";
import { roomsOf } from "./rooms";

const FORGET_EVERY_MS = 60_000;

/** Browsers send the origin of the page that opens a socket. Only the app's own pages may. */
const isOwnOrigin = (origin: string | undefined): boolean =>
  origin === undefined || origin === new URL(process.env.SHOPIFY_APP_URL ?? "").origin;

/**
 * Attaches the realtime server at `/realtime` to the web process's server. The handshake contains a session token. The person joins
 * the rooms of their shop and their flags, and can't join others.
 */
export function attachRealtime(server: HttpServer, options: RealtimeOptions): { close(): Promise<void> } {
  const io = new Server(server, {
    path: "/realtime",
    serveClient: false,
    maxHttpBufferSize: 10_000,
    allowRequest: ({ headers }, answer) => answer(null, isOwnOrigin(headers.origin)),
  });
  const takePlace = limitPerPerson();
  const recent = new RecentChanges();
  const listening = createListeningPool(
    () => {
      recent.reset();
      io.local.disconnectSockets(true);
    },
    (payload) => recent.record(payload),
  );
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
      if (!takePlace(socket, `${shop} ${administrator.id}`)) return next(new Error("too many connections"));
      socket.data = { shop, id: administrator.id } satisfies Person;
      await socket.join(roomsOf(shop, administrator, options.audiences));
      next();
    } catch (error) {
      log.error({ err: error }, "a realtime handshake failed");
      next(new Error("unavailable"));
    }
  });
  io.on("connection", (socket) => {
    openSockets.inc();
    socket.on("disconnect", () => openSockets.dec());
    socket.on(MISSED_LISTS, (awayMs: unknown, answer: unknown) => {
      if (typeof answer === "function") answer(recent.changedWithin(socket.rooms, Number(awayMs)));
    });
  });
  const forgetting = setInterval(() => recent.forgetOld(), FORGET_EVERY_MS).unref();
  const { checkEveryMs = 30_000, lifeMs = 30 * 60_000 } = options;
  const stopChecking = enforceRights(io, { ...options, checkEveryMs, lifeMs });
  return {
    async close() {
      stopChecking();
      clearInterval(forgetting);
      await io.close();
      await listening.close();
    },
  };
}
