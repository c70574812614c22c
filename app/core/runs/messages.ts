/** Titles of banners on the page of a sync. Their text is the reason. */
export const LOGS_NOT_LOADED = "Error loading logs";
/** By the button Refresh. */
export const LOGS_NOT_REFRESHED = "Error getting logs";
export const SYNC_NOT_STARTED = "Error starting Sync";

/** Titles that differ between the functions. */
export interface RunTitles {
  /** The list of runs was refused. */
  logsRefused: string;
  logFileNotLoaded: string;
  /** The log file was refused. */
  logFileRefused: string;
}
