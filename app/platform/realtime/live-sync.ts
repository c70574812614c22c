/** A line of a sync's log. */
export interface SyncLine extends NonNullable<SyncMessage["line"]>, Pick<SyncMessage, "msg" | "date"> {}

/** How far a sync is, and the newest lines of its log, oldest first. */
export interface LiveSync {
  /** 0 to 100, where 100 means that it has ended. */
  progress: number;
  /** Empty when it has ended. */
  lines: readonly SyncLine[];
  /** Why the log so far couldn't be read. */
  logProblem?: string;
}

/** Whether a sync is in progress. Its page may not have loaded yet that it has ended. */
export const isInProgress = (sync: LiveSync | null): boolean => sync !== null && sync.progress < 100;

/** A sync that hasn't ended, as a page's loader reads it. */
export interface LoadedSync extends LiveSync {
  id: string;
}

/** How many lines of a live log are shown. The whole log is in the sync's detail. */
export const MAX_LIVE_LINES = 200;

/** What a sync does, as it is sent over the socket. */
export interface SyncMessage {
  /** Which function's sync it is. */
  module: string;
  /** The sync's id. */
  run: string;
  /** The text of a log line. Empty when only the progress changed. */
  msg: string;
  /** ISO 8601. */
  date: string;
  /** The other system. */
  system: string;
  /** 0 to 100, where 100 means that the sync has ended. Null with a log line. */
  progress: number | null;
  /** Of a log line. */
  line?: { id: number; functionName: string; level: "info" | "warning" | "error" };
}
