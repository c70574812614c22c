import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { answerRunLog, answerRuns } from "~/core/runs/run-answers.server";
import { algoliaConnector } from "~/domain/search/algolia/connector.server";
import { readPendingChanges } from "~/domain/search/pending-changes.server";
import { withShop } from "~/platform/db/with-shop.server";
import { algoliaSyncStarted } from "./audit.server";
import { algoliaContract } from "./contract";
import { SECTION } from "./section";
import { algoliaSync } from "./sync.server";

const calls = implement(algoliaContract).$context<CallContext>().use(guard);

export const algoliaRouter = calls.router({
  list: calls.list.handler(async ({ context }) => {
    const { domain } = context.shop;
    const list = await answerRuns(context, SECTION);
    const connection = await withShop(domain, async (tx) => ({
      configured: await algoliaConnector.isConfigured(tx, domain),
      changes: await readPendingChanges(tx, domain, algoliaSync.run),
    }));
    return { status: true, msg: `${list.length} syncs found.`, list, ...connection };
  }),

  log: calls.log.handler(async ({ input, context }) => {
    const json = await answerRunLog(context, SECTION, input.f);
    return { status: true, msg: `${json.length} lines found.`, json };
  }),

  sync: calls.sync.handler(async ({ context }) => {
    await algoliaSync.start(context, algoliaSyncStarted);
    return "The sync was started.";
  }),
});
