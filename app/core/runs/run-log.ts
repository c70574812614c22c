/** The levels of a log line. */
export const LOG_LEVELS = ["info", "warning", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How many log lines are shown of a run: the newest. */
export const MAX_SHOWN_LINES = 2_000;

/** How many runs are listed: the newest. */
export const MAX_SHOWN_RUNS = 50;

/** The list that open pages load again when a run begins or ends. */
export const runsListOf = (section: string): string => `runs.${section}`;

/** How a page calls its runs. */
export type RunNoun = "sync" | "transfer";
