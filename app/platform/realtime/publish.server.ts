import { Emitter } from "@socket.io/postgres-emitter";
import { BACKROOM, type Permission, scopesOf } from "../auth/permission";
import { database } from "../db/pool.server";
import type { JobOutcome } from "../jobs/job-outcome";
import type { JobProgress } from "../jobs/states";
import { log } from "../log.server";
import type { Notice } from "../notice";
import type { SyncMessage } from "./live-sync";
import { JOBS_LIST, permissionRooms, personRoom } from "./rooms";

/** The socket.io adapter's channel, shared by all processes on the database. */
export const CHANNEL_PREFIX = "backroom";
/** The table for payloads above the limit of NOTIFY. */
export const ATTACHMENTS_TABLE = "realtime_attachments";

/** Tells pages to refetch a list. It contains ids only, never personal data. */
export interface ListChanged {
  list: string;
  ids?: string[];
}

/** A job's new state and progress. */
export interface JobUpdate extends JobProgress {
  id: string;
  state: string;
  /** Null until the job has ended. */
  outcome: JobOutcome | null;
}

const NAMESPACE = "/";
/** NOTIFY is limited to 8,000 bytes: a change of more rows, or with longer ids, is sent without ids. */
const MAX_IDS = 100;
const MAX_IDS_BYTES = 6_000;
/** The page or the log has the rest of a longer text. */
const MAX_TEXT_LENGTH = 1_000;

const shortened = (text: string) =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;

/**
 * Adds the namespace: the adapter (0.5) drops messages without it, and the emitter (0.1.1) leaves it out. A message that can't be
 * sent is lost without an error, because pages refetch data older than a minute when they become visible.
 */
const namingConnection = {
  query: (text: string, [channel, payload]: [string, string]) =>
    database()
      .query(text, [channel, JSON.stringify({ ...JSON.parse(payload), nsp: NAMESPACE })])
      .catch((error: Error) => log.warn({ err: error.message }, "a realtime message was not sent")),
};

const sender = new Emitter(namingConnection, NAMESPACE, {
  channelPrefix: CHANNEL_PREFIX,
  // A larger message is lost with a warning. The emitter would store it without the namespace.
  payloadThreshold: Number.POSITIVE_INFINITY,
});

/** How often each process publishes changes of the same list at most. */
const THROTTLE_MS = 50;

/** Lists that are throttled at the moment. True when another change is to be published. */
const throttled = new Map<string, boolean>();

/** Publishes a list's change to everyone in the shop with the permission. Call it after the transaction is committed. */
export function publishChange(shop: string, audience: Permission, change: ListChanged): void {
  const { list, ids } = change;
  const rooms = permissionRooms(shop, audience);
  const isShort = ids && ids.length <= MAX_IDS && Buffer.byteLength(ids.join()) <= MAX_IDS_BYTES;
  if (isShort) sender.to(rooms).emit("changed", { list, ids });
  else throttle(`${rooms.join()} ${list}`, () => sender.to(rooms).emit("changed", { list }));
}

/** Publishes immediately, and again after the interval when there were further changes. */
function throttle(key: string, publish: () => void): void {
  if (throttled.has(key)) {
    throttled.set(key, true);
    return;
  }
  throttled.set(key, false);
  publish();
  setTimeout(() => {
    const isDue = throttled.get(key);
    throttled.delete(key);
    if (isDue) throttle(key, publish);
  }, THROTTLE_MS);
}

/** Publishes a job's progress to the person who started it and to the account owner. One of Backroom's own, to all with its permission. */
export function publishJob(
  shop: string,
  { startedById, permission }: { startedById: string; permission: string },
  update: JobUpdate,
): void {
  const required = JSON.parse(permission) as Permission;
  const isOfBackroom = startedById === BACKROOM.id && scopesOf(required).length > 0;
  const rooms = isOfBackroom ? permissionRooms(shop, required) : [personRoom(shop, startedById)];
  const outcome = update.outcome && { ...update.outcome, text: shortened(update.outcome.text) };
  sender.to([...rooms, ...permissionRooms(shop, "owner")]).emit("job", { ...update, outcome });
}

/** Shows a notice on the pages that a person has open, and has their list of jobs read again. */
export function publishNotice(shop: string, administratorId: string, notice: Notice): void {
  const person = sender.to(personRoom(shop, administratorId));
  person.emit("notice", { ...notice, text: shortened(notice.text) });
  person.emit("changed", { list: JOBS_LIST });
}

/** Publishes what a sync does to everyone in the shop with the permission. */
export function publishSync(
  shop: string,
  audience: Permission,
  event: "notify" | "progress",
  message: SyncMessage,
): void {
  const msg = shortened(message.msg);
  sender.to(permissionRooms(shop, audience)).emit(event, { ...message, msg });
}

/** Closes all connections of a shop, after the app was uninstalled. */
export function disconnectShop(shop: string): void {
  // This room contains everyone who is signed in.
  sender.in(permissionRooms(shop, "signed-in")).disconnectSockets(true);
}

/** Closes a person's connections after their access changed. The browser reconnects and joins its new rooms. */
export function reconnectPerson(shop: string, administratorId: string): void {
  sender.in(personRoom(shop, administratorId)).disconnectSockets(true);
}
