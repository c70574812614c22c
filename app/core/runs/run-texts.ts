import type { Notice } from "~/platform/notice";
import { runsListOf } from "./run-constants";

/**
 * What a page says after the call that starts a sync. The page replaces the notice by the outcome of the run (`useRunOutcome`).
 * @param section of the run
 * @param textOf what was started, as a sentence
 * @param seconds how long the notice is shown
 */
export function textsOfStart<Answer>(section: string, textOf: (answer: Answer) => string, seconds?: number) {
  const topic = runsListOf(section);
  return {
    say: (answer: Answer): Notice => ({ level: "info", text: textOf(answer), seconds, topic }),
    failure: { notice: { title: SYNC_NOT_STARTED, topic } },
  };
}

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
