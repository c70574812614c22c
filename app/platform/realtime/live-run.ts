/** A line of a run's log. */
export interface RunLine extends NonNullable<RunMessage["line"]>, Pick<RunMessage, "msg" | "date"> {}

/** How far a run is, and the newest lines of its log, oldest first. */
export interface LiveRun {
  /** 0 to 100, where 100 means that it has ended. */
  progress: number;
  /** Empty when it has ended. */
  lines: readonly RunLine[];
  /** Why the log so far couldn't be read. */
  logProblem?: string;
}

/** Whether a run is in progress. Its page may not have loaded yet that it has ended. */
export const isInProgress = (run: LiveRun | null): boolean => run !== null && run.progress < 100;

/** A run that hasn't ended, as a page's loader reads it. */
export interface LoadedRun extends LiveRun {
  id: string;
}

/** How many lines of a live log are shown. The whole log is in the run's detail. */
export const MAX_LIVE_LINES = 200;

/** What a run does, as it is sent over the socket. */
export interface RunMessage {
  /** Which function's run it is. */
  module: string;
  /** The run's id. */
  run: string;
  /** The text of a log line. Empty when only the progress changed. */
  msg: string;
  /** ISO 8601. */
  date: string;
  /** The other system. */
  system: string;
  /** 0 to 100, where 100 means that the run has ended. Null with a log line. */
  progress: number | null;
  /** Of a log line. */
  line?: { id: number; functionName: string; level: "info" | "warning" | "error" };
}
