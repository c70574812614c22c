import { Emitter } from "@socket.io/postgres-emitter";
import type { Permission } from "../auth/permission";
import { database } from "../db/pool.server";
import { log } from "../log.server";
import { permissionRoom, personRoom } from "./rooms";

/** The channel of the socket.io adapter, shared by all web and worker processes on the database. */
export const CHANNEL_PREFIX = "backroom";
/** Where payloads over the limit of NOTIFY are kept; created by a migration. */
export const ATTACHMENTS_TABLE = "realtime_attachments";

/** A list has changed: pages that show it fetch it again. Ids only, never a person's data. */
export interface ListChanged {
  list: string;
  ids?: string[];
}

/** A job has moved on. */
export interface JobMoved {
  id: string;
  state: string;
  total: number;
  done: number;
  failed: number;
}

const NAMESPACE = "/";
/** A message must stay below NOTIFY's 8,000 bytes: a change of more rows than this names none of them. */
const IDS_SENT = 100;

/**
 * The adapter (0.5) drops messages that do not name their namespace, and the emitter (0.1.1) leaves it out. A message that
 * cannot be sent is lost, not thrown: pages fetch again when they are looked at.
 */
const namingConnection = {
  query: (text: string, [channel, payload]: [string, string]) =>
    database()
      .query(text, [channel, JSON.stringify({ ...JSON.parse(payload), nsp: NAMESPACE })])
      .catch((error: Error) => log.warn({ err: error.message }, "a realtime message was not sent")),
};

const sender = new Emitter(namingConnection, NAMESPACE, { channelPrefix: CHANNEL_PREFIX });

/** However often a list changes as a whole, its readers hear of it at most this often from each process (milliseconds). */
const TELL_EVERY_MS = 50;

/** Lists of which was told just now; true when they have changed again meanwhile. */
const toldOf = new Map<string, boolean>();

/** Tells everybody of the shop who may see it that a list has changed. Call it after the transaction has committed. */
export function publishChange(shop: string, permission: Permission, change: ListChanged): void {
  const { list, ids } = change;
  const room = permissionRoom(shop, permission);
  if (ids && ids.length <= IDS_SENT) sender.to(room).emit("changed", { list, ids });
  else tellOnceInAWhile(`${room} ${list}`, () => sender.to(room).emit("changed", { list }));
}

/** Tells at once, and once more at the end of the while if it would have been told again. */
function tellOnceInAWhile(what: string, tell: () => void): void {
  if (toldOf.has(what)) {
    toldOf.set(what, true);
    return;
  }
  toldOf.set(what, false);
  tell();
  setTimeout(() => {
    const isDue = toldOf.get(what);
    toldOf.delete(what);
    if (isDue) tellOnceInAWhile(what, tell);
  }, TELL_EVERY_MS);
}

/** Tells the person who started a job, and the account owner, how far it is. */
export function publishJob(shop: string, administratorId: string, job: JobMoved): void {
  sender.to([personRoom(shop, administratorId), permissionRoom(shop, "owner")]).emit("job", job);
}

/** Ends everybody's connections in a shop that the app was removed from. */
export function disconnectShop(shop: string): void {
  // Everybody who is signed in is in this room.
  sender.in(permissionRoom(shop, "signed-in")).disconnectSockets(true);
}

/** Ends somebody's connections after their grants changed; the browser connects again and gets its new rooms. */
export function reconnectPerson(shop: string, administratorId: string): void {
  sender.in(personRoom(shop, administratorId)).disconnectSockets(true);
}
