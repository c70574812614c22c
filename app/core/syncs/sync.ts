/** The levels of a log line. */
export const LOG_LEVELS = ["info", "warning", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The maximum number of log lines shown of a sync: the newest. */
export const MAX_SHOWN_LINES = 2_000;

/** The maximum number of syncs listed: the newest. */
export const MAX_SHOWN_SYNCS = 50;

/** The realtime list name of a section's syncs. Open pages load them again when a sync begins, pauses or ends. */
export const syncsListOf = (section: string): string => `runs.${section}`;

/** What a page calls its syncs. */
export type SyncNoun = "sync" | "transfer";

/** What a page says after the call that starts a sync: nothing, because the page shows what runs, or why it wasn't started. */
export const textsOfStart = (section: string) => ({
  say: () => null,
  failure: { notice: { title: SYNC_NOT_STARTED, topic: syncsListOf(section) } },
});

/** Titles of banners on the page of a sync. Their text is the reason. */
export const LOGS_NOT_LOADED = "Error loading logs";

/** By the button Refresh. */
export const LOGS_NOT_REFRESHED = "Error getting logs";

const SYNC_NOT_STARTED = "Error starting Sync";

export const OLD_SYNC = "This run is more than 90 days old, so it can't be retried. Start a new one.";

/** Titles of banners for which a page may have its own. */
export const SYNC_TITLES = {
  /** The list of syncs was refused. */
  logsRefused: "Error getting logs",
  logFileNotLoaded: "Error loading log file",
  /** The log file was refused. */
  logFileRefused: "Error getting log file",
};

export type SyncTitles = typeof SYNC_TITLES;
