import type { Texts } from "~/core/answer-call.server";
import type { ContractsOf } from "~/core/function-entry";
import { textsOfStart } from "~/core/syncs/sync";
import { comparisonSection } from "~/domain/search/inspect/comparison";
import type { algoliaFunction } from "./function";
import { SECTION } from "./section";

/** Titles of banners. Their text is the reason. */
export const SYNC_TITLES = {
  logsRefused: "Error getting logs",
  logFileNotLoaded: "Error loading log file",
  logFileRefused: "Error getting log file",
};

/** The calls that the page posts, and what it says after them. */
export const algoliaTexts: Texts<ContractsOf<typeof algoliaFunction>> = {
  "algolia.sync": textsOfStart(SECTION),
  "algolia.setField": ({ message }) => message,
  "algolia.send": ({ message }) => message,
  "algolia.compare": textsOfStart(comparisonSection(SECTION)),
  "algolia.sendDifferences": ({ message }) => message,
};
