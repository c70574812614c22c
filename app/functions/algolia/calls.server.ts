import { z } from "zod";
import { call } from "~/core/call.server";
import { answerSyncLog, answerSyncs } from "~/core/syncs/read-syncs.server";
import { syncAnswer, syncFileName, syncLineAnswer } from "~/core/syncs/sync-schemas";
import { algoliaConnection } from "~/domain/search/algolia/connection.server";
import { readPendingChanges } from "~/domain/search/pending-changes.server";
import { pendingChanges } from "~/domain/search/sync-state";
import { withShop } from "~/platform/db/with-shop.server";
import { SECTION } from "./section";
import { algoliaSync, algoliaSyncStarted } from "./sync.server";

const answered = { status: z.literal(true), msg: z.string() };

/** The calls of Algolia Sync. */
export const algoliaCalls = {
  list: call("GET /algolia/list", {
    for: "showAlgolia",
    summary: "The newest syncs with Algolia",
    output: z.object({
      ...answered,
      list: z.array(syncAnswer),
      /** Whether Algolia is set up in this shop. */
      configured: z.boolean(),
      changes: pendingChanges,
    }),
    async run(context) {
      const { domain } = context.shop;
      const list = await answerSyncs(context, SECTION);
      const connection = await withShop(domain, async (tx) => ({
        configured: await algoliaConnection.isConfigured(tx, domain),
        changes: await readPendingChanges(tx, domain, algoliaSync.sync),
      }));
      return { status: true as const, msg: `${list.length} syncs found.`, list, ...connection };
    },
  }),
  log: call("GET /algolia/log", {
    for: "showAlgolia",
    summary: "The log of a sync: its newest 2,000 lines",
    input: z.object({ f: syncFileName }),
    output: z.object({ ...answered, json: z.array(syncLineAnswer) }),
    async run(context, input) {
      const json = await answerSyncLog(context, SECTION, input.f);
      return { status: true as const, msg: `${json.length} lines found.`, json };
    },
  }),
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
