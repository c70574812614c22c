import { z } from "zod";
import { call } from "~/core/call.server";
import { searchCallsOf } from "~/domain/search/search-calls.server";
import { algoliaSync, algoliaSyncStarted } from "./sync.server";

/** The calls of Algolia Sync. */
export const algoliaCalls = {
  ...searchCallsOf(algoliaSync),
  sync: call("POST /algolia/sync", {
    for: "showAlgolia",
    summary: "Send all products to Algolia, as a job",
    status: 202,
    output: z.string(),
    async run(context) {
      await algoliaSync.start(context, algoliaSyncStarted);
      return "The sync was started.";
    },
  }),
};
