import type { Texts } from "~/core/answer-call.server";
import type { CallsOf, ContractsOf } from "~/core/function-entry";
import { readSyncPage, type SyncPageData } from "~/core/syncs/read-sync-page.server";
import { textsOfStart } from "~/core/syncs/sync";
import type { PendingChanges } from "~/domain/search/sync-state";
import type { algoliaFunction } from "./function";
import { SECTION } from "./section";

/** Titles of banners. Their text is the reason. */
const SYNC_TITLES = {
  logsRefused: "Error getting logs",
  logFileNotLoaded: "Error loading log file",
  logFileRefused: "Error getting log file",
};

/** The calls that the page posts, and what it says after them. */
export const algoliaTexts: Texts<ContractsOf<typeof algoliaFunction>> = {
  "algolia.sync": textsOfStart(SECTION),
};

export interface AlgoliaPageData extends SyncPageData {
  /** Whether Algolia is set up. True while that isn't known, because the list couldn't be read. */
  configured: boolean;
  /** Null when the list couldn't be read. */
  changes: PendingChanges | null;
}

/** Reads the newest syncs, the log of the one in progress, and the log that the address names. */
export async function readAlgoliaPage(
  url: string,
  calls: CallsOf<typeof algoliaFunction>["algolia"],
): Promise<AlgoliaPageData> {
  let configured = true;
  let changes: PendingChanges | null = null;
  const list = async () => {
    const answer = await calls.list();
    ({ configured, changes } = answer);
    return answer;
  };
  const fileName = new URL(url).searchParams.get("log");
  const page = await readSyncPage({ list, log: calls.log }, fileName, SYNC_TITLES);
  return { ...page, configured, changes };
}
