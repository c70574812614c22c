import type { Server, Socket } from "socket.io";
import { log } from "../log.server";
import type { Person, RealtimeOptions } from "./options.server";
import { roomsOf } from "./rooms";

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

/** Ignores the room that each socket has for itself. */
function sameRooms(socket: Socket, rooms: ReadonlySet<string> | undefined): boolean {
  if (!rooms) return false;
  const joined = [...socket.rooms].filter((room) => room !== socket.id);
  return joined.length === rooms.size && joined.every((room) => rooms.has(room));
}
