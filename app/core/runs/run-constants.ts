/** The levels of a log line. */
export const LOG_LEVELS = ["info", "warning", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The maximum number of log lines shown of a run: the newest. */
export const MAX_SHOWN_LINES = 2_000;

/** The maximum number of runs listed: the newest. */
export const MAX_SHOWN_RUNS = 50;

/** The realtime list name of a section's runs. Open pages load them again when a run begins, pauses or ends. */
export const runsListOf = (section: string): string => `runs.${section}`;

/** What a page calls its runs. */
export type RunNoun = "sync" | "transfer";
