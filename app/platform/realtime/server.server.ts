import { randomUUID } from "node:crypto";
import type { Server as HttpServer } from "node:http";
import { createAdapter } from "@socket.io/postgres-adapter";
import pg from "pg";
import { Server, type Socket } from "socket.io";
import type { Administrator, Permission } from "~/platform/auth/permission";
import { connectionConfig } from "~/platform/db/connection.server";
import { database } from "~/platform/db/pool.server";
import { log } from "~/platform/log.server";
import { openSockets } from "~/platform/metrics/metrics.server";
import { ATTACHMENTS_TABLE, CHANNEL_PREFIX } from "./publish.server";
import { RecentChanges } from "./recent-changes.server";
import { MISSED_LISTS, roomsOf, type SubjectViewers, VIEWERS, VIEWS, type Viewer } from "./rooms";

/** A record that pages say they show: the function's flag, the kind and the id. */
const SUBJECT = /^([A-Za-z]{1,40})\/[A-Za-z-]{1,40}\/\d{1,18}$/;

const ROOM_PREFIX = "viewers:";

/** Whether a room is of the people who look at a record. A connection joins and leaves it by itself. */
export const isViewersRoom = (room: string): boolean => room.startsWith(ROOM_PREFIX);

/** The shop is part of the room, so that no shop sees the viewers of another one's record. */
const roomOf = (shop: string, subject: string) => `${ROOM_PREFIX}${shop}|${subject}`;

/** A person sees who looks at a record of a function that they may use, in full or one of its tabs. */
const mayView = ({ rooms, data: { shop } }: Socket, flag: string): boolean =>
  [...rooms].some((room) => room === `${shop}|may:${flag}` || room.startsWith(`${shop}|may:${flag}/`));

/**
 * Lets pages say which record they show, and sends everyone who looks at it who else does. A connection looks at one record at most.
 * Nothing is stored: a connection that ends no longer looks.
 */
export function shareViewers(io: Server): void {
  const announce = announcerOf(io);
  io.on("connection", (socket) => {
    let shown: ShownRecord | undefined;
    const move = async (next: unknown) => {
      const subject = String(next);
      const [, flag] = SUBJECT.exec(subject) ?? [];
      const target =
        flag && mayView(socket, flag) ? { room: roomOf(socket.data.shop, subject), subject } : undefined;
      const former = shown;
      shown = target;
      if (former && former.room !== target?.room) {
        await socket.leave(former.room);
        announce(former);
      }
      if (!target) return;
      await socket.join(target.room);
      announce(target);
    };
    // One after the other: a page that has left for the next record must not be left behind in the room of the former one.
    let moves = Promise.resolve();
    socket.on(VIEWS, (next: unknown) => {
      moves = moves.then(() => move(next)).catch(warn);
    });
    // Its rooms are left by then.
    socket.on("disconnect", () => shown && announce(shown));
  });
}

/** A record that is shown, and the room of those who show it. */
interface ShownRecord {
  room: string;
  subject: string;
}

/**
 * Sends those who show a record who else does. Nothing waits for it: other processes may answer late. A room has one announcement at a
 * time, and another one after it when someone has come or left since. Their numbers tell a page which one is the last: the adapter may
 * deliver them in another order.
 */
function announcerOf(io: Server): (shown: ShownRecord) => void {
  const from = randomUUID();
  let number = 0;
  const hasChanged = new Map<string, boolean>();
  const send = async ({ room, subject }: ShownRecord) => {
    const sockets = await io.in(room).fetchSockets();
    const people = new Map(sockets.map(({ data: { id, name } }) => [id, { id, name } as Viewer]));
    number += 1;
    const message = { subject, viewers: [...people.values()], from, number } satisfies SubjectViewers;
    io.to(room).emit(VIEWERS, message);
  };
  const announce = async (shown: ShownRecord) => {
    do {
      hasChanged.set(shown.room, false);
      await send(shown).catch(warn);
    } while (hasChanged.get(shown.room));
    hasChanged.delete(shown.room);
  };
  return (shown) => {
    if (hasChanged.has(shown.room)) hasChanged.set(shown.room, true);
    else void announce(shown);
  };
}

const warn = (error: unknown) => log.warn({ err: error }, "the viewers of a record weren't sent");

/** The person that a connection belongs to. */
export interface Person {
  shop: string;
  /** The administrator's id. */
  id: string;
}

/** How the realtime server verifies tokens, reads access, and which permissions have rooms. */
export interface RealtimeOptions {
  authenticate(token: string): Promise<{ shop: string; administrator: Administrator } | null>;
  /** Reads the current access of these people. Those without access are left out. */
  readRights(people: readonly Person[]): Promise<(Person & { administrator: Administrator })[]>;
  audiences: readonly Permission[];
  /** How often access is checked again. */
  checkEveryMs?: number;
  /** A connection's maximum age. The browser then reconnects with a new token. */
  lifeMs?: number;
}

/** A person's connections to this process: more windows than anyone looks at. */
const MAX_CONNECTIONS = 20;

/**
 * Counts the connections of each person, so that one person can't use up the process.
 * @returns a function that takes a place until the connection closes. False when none is left, or when it has closed
 */
export function limitPerPerson(): (socket: Socket, person: string) => boolean {
  const taken = new Map<string, number>();
  return ({ conn }, person) => {
    const count = taken.get(person) ?? 0;
    if (count >= MAX_CONNECTIONS || conn.readyState === "closed") return false;
    taken.set(person, count + 1);
    conn.once("close", () => {
      const left = (taken.get(person) ?? 1) - 1;
      if (left > 0) taken.set(person, left);
      else taken.delete(person);
    });
    return true;
  };
}

/**
 * What the socket.io adapter uses as its pool: statements go to the process's pool, and the connection that listens is one of its
 * own. The adapter never releases a connection that was lost, so each loss would cost the pool a place.
 * @param onReconnect runs when it listens again after a loss. Messages that were published in between are lost
 * @param onMessage gets every message, as the adapter does
 */
export function createListeningPool(
  onReconnect: () => void,
  onMessage: (payload: string) => void,
): { pool: pg.Pool; close(): Promise<void> } {
  let current: pg.Client | undefined;
  let isFirst = true;
  const close = async () => {
    const closing = current;
    current = undefined;
    // The adapter would connect again.
    closing?.removeAllListeners("end");
    await closing?.end();
  };
  const connect = async () => {
    // A connection that broke before it listened makes the adapter connect twice.
    await close();
    const client = new pg.Client(connectionConfig("backroom-realtime"));
    client.on("error", (error) => log.warn({ err: error.message }, "the realtime connection was lost"));
    client.on("notification", ({ payload }) => payload && onMessage(payload));
    await client.connect();
    current = client;
    if (!isFirst) onReconnect();
    isFirst = false;
    return Object.assign(client, { release: () => void close() });
  };
  const query = (text: string, values?: unknown[]) => database().query(text, values);
  // The adapter uses these two methods only.
  return { pool: { connect, query } as unknown as pg.Pool, close };
}

/**
 * Closes connections whose person's access has changed, or that have reached their maximum age. The browser reconnects with a new
 * token and joins the rooms that it may still join. Access is checked when a connection is established, because a change during the
 * handshake found no connection to close, and then at intervals, because a notification can be lost.
 * @returns a function that stops the checks
 */
export function enforceRights(io: Server, options: Required<RealtimeOptions>): () => void {
  const check = (sockets: readonly Socket[]) =>
    closeOutdated(sockets, options).catch((error) =>
      log.warn({ err: error }, "could not check the access of realtime connections"),
    );
  io.on("connection", (socket) => void check([socket]));
  const timer = setInterval(() => void check([...io.sockets.sockets.values()]), options.checkEveryMs);
  return () => clearInterval(timer);
}

async function closeOutdated(
  sockets: readonly Socket[],
  { readRights, audiences, lifeMs }: Required<RealtimeOptions>,
): Promise<void> {
  if (sockets.length === 0) return;
  const people = new Map(sockets.map((socket) => [keyOf(socket.data), socket.data as Person]));
  const rights = await readRights([...people.values()]);
  const rooms = new Map(
    rights.map((person) => [keyOf(person), new Set(roomsOf(person.shop, person.administrator, audiences))]),
  );
  for (const socket of sockets) {
    const isOld = Date.now() - socket.handshake.issued > lifeMs;
    if (isOld || !sameRooms(socket, rooms.get(keyOf(socket.data)))) socket.disconnect(true);
  }
}

const keyOf = ({ shop, id }: Person) => `${shop} ${id}`;

/** Ignores the room that each socket has for itself, and those of records that its page shows. */
function sameRooms(socket: Socket, rooms: ReadonlySet<string> | undefined): boolean {
  if (!rooms) return false;
  const joined = [...socket.rooms].filter((room) => room !== socket.id && !isViewersRoom(room));
  return joined.length === rooms.size && joined.every((room) => rooms.has(room));
}

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
      socket.data = { shop, id: administrator.id, name: administrator.name } satisfies Person & Viewer;
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
  shareViewers(io);
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
