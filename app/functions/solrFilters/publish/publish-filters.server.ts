import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { runsListOf } from "~/core/runs/run-constants";
import { defineRun, startRun } from "~/core/runs/run-kind.server";
import { permissionOf } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { collectionsUpdateStarted } from "../audit.server";
import { publishCollection } from "./publish-collection.server";
import { readUnpublished } from "./revisions.server";
import { SECTION } from "./section";

const step = z.object({ collectionId: z.number(), title: z.string() });

/** Publishes the filters of collections to their metafields, 25 in a call. */
export const publishRun = defineRun<z.infer<typeof step>>({
  section: SECTION,
  name: "solrFilters.publish",
  title: "Update the filters of collections",
  system: "Shopify",
  flag: "showSolrFilters",
  item: step,
  // Steps that run at the same time share their calls: enough for two full ones.
  concurrency: 50,
  async run(collection, context) {
    try {
      return await publishCollection(collection, context);
    } catch (error) {
      if (error instanceof Refusal && !context.signal.aborted)
        await context.log("publishCollection", "error", `${collection.title}: ${error.message}`);
      throw error;
    }
  },
});

/** Starts to publish the collections whose filters changed. @returns null when there are none @throws 409 when it is running */
export async function startPublishing({
  shop: { domain },
  administrator,
}: CallContext): Promise<{ jobId: string; collections: number } | null> {
  const started = await withShop(domain, async (tx) => {
    const unpublished = await readUnpublished(tx, domain);
    if (unpublished.length === 0) return null;
    const items = unpublished.map((collection) => ({ label: collection.title, input: collection }));
    const jobId = await startRun(tx, domain, publishRun, administrator, items);
    await recordAudit(tx, domain, collectionsUpdateStarted, {
      actor: administrator,
      subject: { type: jobSubject, id: jobId },
      before: null,
      after: { collections: items.length },
      jobId,
      flag: "showSolrFilters",
    });
    return { jobId, collections: items.length };
  });
  if (started) publishChange(domain, permissionOf(publishRun), { list: runsListOf(SECTION) });
  return started;
}
