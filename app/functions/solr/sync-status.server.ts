import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { type Run, readRuns, runAnswerOf, savedNotes } from "~/core/runs/read-runs.server";
import { runAnswer } from "~/core/runs/run-contract";
import { readPendingChanges } from "~/domain/search/pending-changes.server";
import { solrConnection } from "~/domain/search/solr/connection.server";
import { pendingChanges } from "~/domain/search/sync-state";
import { withShop } from "~/platform/db/with-shop.server";
import { hasEnded } from "~/platform/jobs/states";
import { SECTION } from "./section";
import { solrSync } from "./sync.server";

export const syncStatus = z.object({
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
  runs: z.array(runAnswer),
});

export type SolrStatus = z.infer<typeof syncStatus>;

/** How the last sync ended, or how far it is. */
export async function readSyncStatus({ shop: { domain }, clock }: CallContext): Promise<SolrStatus> {
  return withShop(domain, async (tx) => {
    const runs = await readRuns(tx, domain, SECTION);
    const [last] = runs;
    const ended = runs.find(({ state }) => hasEnded(state));
    return {
      runs: [...new Set([last, ended])].flatMap((run) => (run ? [runAnswerOf(run, clock.now())] : [])),
      ...statusOf(last),
      configured: await solrConnection.isConfigured(tx, domain),
      changes: await readPendingChanges(tx, domain, solrSync.run),
    };
  });
}

function statusOf(run: Run | undefined): Omit<SolrStatus, "configured" | "changes" | "runs"> {
  if (!run)
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
  const completed = hasEnded(run.state);
  const notes = [...(run.reason ? [run.reason] : []), ...savedNotes(run)];
  return {
    EventDate: (run.finishedAt ?? run.beganAt).toISOString(),
    completed,
    status: run.status,
    // A comma separates notes, so none is inside one.
    Notes: notes.map((note) => note.replaceAll(",", ";")).join(", "),
    failed: completed && (run.failed > 0 || run.state === "failed"),
    progress: run.progress,
    jobId: run.id,
    startedBy: run.startedBy,
  };
}
