import type { RunMessage } from "./run-message";

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
