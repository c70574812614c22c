import { z } from "zod";
import { call } from "~/core/call.server";
import { searchCallsOf } from "~/domain/search/search-calls.server";
import { solrSync, solrSyncStarted } from "./sync.server";
import { readSyncStatus, syncStatus } from "./sync-status.server";

/** The calls of SOLR. */
export const solrCalls = {
  ...searchCallsOf(solrSync),
  syncStatus: call("GET /solr/syncStatus", {
    for: "showSolr",
    summary: "How the last sync with Solr ended",
    output: syncStatus,
    run: readSyncStatus,
  }),
  update: call("GET /solr/update", {
    for: "showSolr",
    summary: "Send all products to Solr, as a job. 409 while a sync is in progress",
    status: 202,
    output: z.object({ status: z.literal(true), msg: z.string(), result: z.string(), jobId: z.string() }),
    run: async (context) => ({
      status: true as const,
      msg: STARTED,
      result: STARTED,
      ...(await solrSync.start(context, solrSyncStarted)),
    }),
  }),
};

const STARTED = "The sync was started.";
