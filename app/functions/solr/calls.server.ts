import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { readSyncs, type Sync, savedNotes, syncAnswerOf } from "~/core/syncs/read-syncs.server";
import { syncAnswer } from "~/core/syncs/sync-schemas";
import { readPendingChanges } from "~/domain/search/pending-changes.server";
import { searchCallsOf } from "~/domain/search/search-calls.server";
import { solrConnection } from "~/domain/search/solr/connection.server";
import { pendingChanges } from "~/domain/search/sync-state";
import { withShop } from "~/platform/db/with-shop.server";
import { hasEnded } from "~/platform/jobs/states";
import { SECTION } from "./section";
import { solrSync, solrSyncStarted } from "./sync.server";

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
  /** The newest sync, and the last one that has ended, newest first. */
  runs: z.array(syncAnswer),
});

type SolrStatus = z.infer<typeof syncStatus>;

/** How the last sync ended, or how far it is. */
async function readSyncStatus({ shop: { domain }, clock }: CallContext): Promise<SolrStatus> {
  return withShop(domain, async (tx) => {
    const syncs = await readSyncs(tx, domain, SECTION);
    const [last] = syncs;
    const ended = syncs.find(({ state }) => hasEnded(state));
    return {
      runs: [...new Set([last, ended])].flatMap((sync) => (sync ? [syncAnswerOf(sync, clock.now())] : [])),
      ...statusOf(last),
      configured: await solrConnection.isConfigured(tx, domain),
      changes: await readPendingChanges(tx, domain, solrSync.sync),
    };
  });
}

function statusOf(sync: Sync | undefined): Omit<SolrStatus, "configured" | "changes" | "runs"> {
  if (!sync)
    return {
      EventDate: null,
      completed: true,
      status: "Never synced",
      Notes: "",
      failed: false,
      progress: 0,
      jobId: null,
      startedBy: null,
    };
  const completed = hasEnded(sync.state);
  const notes = [...(sync.reason ? [sync.reason] : []), ...savedNotes(sync)];
  return {
    EventDate: (sync.finishedAt ?? sync.beganAt).toISOString(),
    completed,
    status: sync.status,
    // A comma separates notes, so none is inside one.
    Notes: notes.map((note) => note.replaceAll(",", ";")).join(", "),
    failed: completed && (sync.failed > 0 || sync.state === "failed"),
    progress: sync.progress,
    jobId: sync.id,
    startedBy: sync.startedBy,
  };
}

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
