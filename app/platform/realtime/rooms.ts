import { type Administrator, mayUse, type Permission, scopesOf } from "~/platform/auth/permission";

/**
 * The rooms in a shop of everyone with a permission: one for each function or tab of which one is enough. socket.io sends a message
 * to several rooms once to each connection.
 */
export function permissionRooms(shop: string, permission: Permission): string[] {
  if (permission === "signed-in" || permission === "owner") return [`${shop}|may:${permission}`];
  return scopesOf(permission).flatMap((scope) =>
    typeof scope === "string"
      ? [`${shop}|may:${scope}`]
      : scope.tabs.map((tab) => `${shop}|may:${scope.flag}/${tab}`),
  );
}

/** The room of one person, with all their windows. */
export const personRoom = (shop: string, administratorId: string): string =>
  `${shop}|person:${administratorId}`;

/** The rooms that an administrator joins, from all permissions that have a room. */
export function roomsOf(
  shop: string,
  administrator: Administrator,
  audiences: readonly Permission[],
): string[] {
  const own = audiences.filter((audience) => mayUse(administrator, audience));
  return [personRoom(shop, administrator.id), ...own.flatMap((audience) => permissionRooms(shop, audience))];
}

/** The request of a page that connects again: which lists have changed while it was away, in milliseconds. */
export const MISSED_LISTS = "missed";

/** The answer: names of lists. Null when the page must read all of its lists again. */
export type MissedLists = string[] | null;

/** The message of a page that shows a record: `showPromotion/submission/17`. Null when it no longer shows one. */
export const VIEWS = "views";

/** The message to all pages that show a record: who they belong to. */
export const VIEWERS = "viewers";

/** An administrator who looks at a record. */
export interface Viewer {
  id: string;
  name: string;
}

export interface SubjectViewers {
  subject: string;
  viewers: Viewer[];
  /** The server's process, and the number of its announcement. */
  from: string;
  number: number;
}

/** Whether a process has sent a message before another one, which may have overtaken it. */
export const isOvertaken = (message: SubjectViewers, latest: SubjectViewers | undefined): boolean =>
  message.from === latest?.from && message.number < latest.number;

/** The name of the list of jobs. */
export const JOBS_LIST = "jobs";
