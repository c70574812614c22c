/** Titles of banners. Their text is the reason. */
export const SYNC_TITLES = {
  logsRefused: "Error getting logs",
  logFileNotLoaded: "Error loading log file",
  logFileRefused: "Error getting log file",
};
