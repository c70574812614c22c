import { z } from "zod";
import { pendingChanges } from "~/domain/search/pending-changes";
import { call } from "~/platform/contract/call";

const syncStatus = z.object({
  /** When the last sync ended, or began if it hasn't ended. ISO 8601. Null before the first one. */
  EventDate: z.string().nullable(),
  /** Whether no sync is in progress. */
  completed: z.boolean(),
  /** In words: "Completed", "Failed". */
  status: z.string(),
  /** Separated by commas: what was sent, or why it failed. */
  Notes: z.string(),
  /** Whether the last sync failed. */
  failed: z.boolean(),
  /** 0 to 100. */
  progress: z.number().int(),
  /** The job of the last sync. */
  jobId: z.string().nullable(),
  startedBy: z.string().nullable(),
  /** Whether Solr is set up in this shop. */
  configured: z.boolean(),
  changes: pendingChanges,
});
export type SolrStatus = z.infer<typeof syncStatus>;

/** The calls of SOLR. */
export const solrContract = {
  syncStatus: call("showSolr")
    .route({ method: "GET", path: "/solr/syncStatus", summary: "How the last sync with Solr ended" })
    .output(syncStatus),
  update: call("showSolr")
    .route({
      method: "GET",
      path: "/solr/update",
      summary: "Send all products to Solr, as a job. 409 while a sync is in progress",
      successStatus: 202,
    })
    .output(z.object({ status: z.literal(true), msg: z.string(), result: z.string(), jobId: z.string() })),
};
