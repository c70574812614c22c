import type { Server, Socket } from "socket.io";
import { log } from "../log.server";
import { roomsOf } from "./rooms";
import type { RealtimeOptions } from "./server.server";

/** Whose connection it is. */
export interface Person {
  shop: string;
  /** The administrator's id. */
  id: string;
}

/**
 * Keeps each connection's rooms true to its person's rights: they are read again as soon as a connection stands (a change
 * during the handshake found nobody to disconnect) and then at intervals (the news of a change may be lost). A connection
 * whose rights have changed, or that has lasted long enough, is ended; the browser comes back with a fresh token, and is
 * let in as far as it still may be.
 * @returns a function that stops the checking
 */
export function keepRights(io: Server, options: Required<RealtimeOptions>): () => void {
  const check = (sockets: readonly Socket[]) =>
    endOutdated(sockets, options).catch((error) =>
      log.warn({ err: error }, "the rights of realtime connections could not be checked"),
    );
  io.on("connection", (socket) => void check([socket]));
  const timer = setInterval(() => void check([...io.sockets.sockets.values()]), options.checkEveryMs);
  return () => clearInterval(timer);
}

async function endOutdated(
  sockets: readonly Socket[],
  { readRights, permissions, lifeMs }: Required<RealtimeOptions>,
): Promise<void> {
  if (sockets.length === 0) return;
  const people = new Map(sockets.map((socket) => [keyOf(socket.data), socket.data as Person]));
  const rights = await readRights([...people.values()]);
  const rooms = new Map(
    rights.map((person) => [keyOf(person), new Set(roomsOf(person.shop, person.administrator, permissions))]),
  );
  for (const socket of sockets) {
    const isOld = Date.now() - socket.handshake.issued > lifeMs;
    if (isOld || !sameRooms(socket, rooms.get(keyOf(socket.data)))) socket.disconnect(true);
  }
}

const keyOf = ({ shop, id }: Person) => `${shop} ${id}`;

/** Beside those of its person, each socket has a room of its own. */
function sameRooms(socket: Socket, rooms: ReadonlySet<string> | undefined): boolean {
  if (!rooms) return false;
  const joined = [...socket.rooms].filter((room) => room !== socket.id);
  return joined.length === rooms.size && joined.every((room) => rooms.has(room));
}
