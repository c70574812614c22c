import { runsListOf } from "./run-constants";

/** What a page says after the call that starts a sync: nothing, because the page shows what runs, or why it wasn't started. */
export const textsOfStart = (section: string) => ({
  say: () => null,
  failure: { notice: { title: SYNC_NOT_STARTED, topic: runsListOf(section) } },
});

/** Titles of banners on the page of a sync. Their text is the reason. */
export const LOGS_NOT_LOADED = "Error loading logs";

/** By the button Refresh. */
export const LOGS_NOT_REFRESHED = "Error getting logs";

const SYNC_NOT_STARTED = "Error starting Sync";

export const OLD_RUN = "This run is more than 90 days old, so it can't be retried. Start a new one.";

/** Titles that differ between the functions. */
export interface RunTitles {
  /** The list of runs was refused. */
  logsRefused: string;
  logFileNotLoaded: string;
  /** The log file was refused. */
  logFileRefused: string;
}
