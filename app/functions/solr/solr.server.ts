import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { solrSyncStarted } from "./audit.server";
import { solrContract } from "./contract";
import { readSyncStatus } from "./read-sync-status.server";
import { solrSync } from "./sync.server";

const STARTED = "The sync was started.";

const calls = implement(solrContract).$context<CallContext>().use(guard);

export const solrRouter = calls.router({
  syncStatus: calls.syncStatus.handler(({ context }) => readSyncStatus(context)),

  update: calls.update.handler(async ({ context }) => ({
    status: true,
    msg: STARTED,
    result: STARTED,
    ...(await solrSync.start(context, solrSyncStarted)),
  })),
});
