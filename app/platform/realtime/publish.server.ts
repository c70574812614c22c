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

/** Tells everybody of the shop who may see it that a list has changed. Call it after the transaction has committed. */
export function publishChange(shop: string, permission: Permission, change: ListChanged): void {
  const { list, ids } = change;
  const small = ids && ids.length <= IDS_SENT ? { list, ids } : { list };
  sender.to(permissionRoom(shop, permission)).emit("changed", small);
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
