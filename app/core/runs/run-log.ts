/** The levels of a log line. */
export const LOG_LEVELS = ["info", "warning", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How many log lines are shown of a run: the newest. */
export const MAX_SHOWN_LINES = 2_000;
