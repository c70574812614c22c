import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { defineSync, isOutdatedSync, lockSyncs, startSyncFor } from "~/core/syncs/define-sync.server";
import {
  answerSyncLog,
  answerSyncs,
  requireSync,
  type Sync,
  savedNotes,
} from "~/core/syncs/read-syncs.server";
import { syncsListOf } from "~/core/syncs/sync";
import type { SyncAnswer, SyncLineAnswer } from "~/core/syncs/sync-schemas";
import { requireProducts } from "~/domain/products/read-products.server";
import { NOT_CONFIGURED, salsifyConnection } from "~/domain/salsify/connection.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, Refusal } from "~/platform/errors";
import { retryFailedItems } from "~/platform/jobs/control-job.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { pluralize } from "~/platform/text/pluralize";
import { mediaSyncRetried, mediaSyncStarted } from "../audit.server";
import { mediaTab, SECTION } from "../media-list";
import { readSalsify } from "./read-salsify.server";
import { nameOfStep, syncProduct } from "./sync-product.server";

const step = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("read") }),
  z.object({
    kind: z.literal("product"),
    productGid: z.string(),
    sku: z.string(),
    title: z.string().optional(),
    urls: z.array(z.string()),
  }),
]);

/** Reads the media of all products from Salsify, and writes those that changed. */
export const mediaSync = defineSync<z.infer<typeof step>>({
  section: SECTION,
  name: "productMedia.sync",
  title: "Sync product media from Salsify",
  system: "Salsify",
  ...mediaTab("sync"),
  item: step,
  // Steps that run at the same time share their calls to Shopify: enough that several full calls are under way. The shop's rate
  // limit sets the pace.
  concurrency: 75,
  // A retry needs what Salsify has now.
  attemptData: ["exportId", "refusedRemovals"],
  async run(input, context) {
    try {
      return await (input.kind === "read" ? readSalsify(context) : syncProduct(input, context));
    } catch (error) {
      if (error instanceof Refusal && !context.signal.aborted) {
        const [name, about] =
          input.kind === "read" ? ["readSalsify", ""] : ["syncProduct", `${nameOfStep(input)}: `];
        await context.log(name, "error", `${about}${error.message}`);
      }
      throw error;
    }
  },
});

/** Starts a sync. @throws 409 when Salsify isn't set up, the products aren't read yet, or a sync is running */
export const startMediaSync = (context: CallContext): Promise<{ jobId: string }> =>
  startSyncFor(context, mediaSync, { action: mediaSyncStarted, after: null }, async (tx) => {
    const { domain } = context.shop;
    if (!(await salsifyConnection.isConfigured(tx, domain))) throw conflict(NOT_CONFIGURED);
    await requireProducts(tx, domain);
    return [{ label: "Read Salsify", input: { kind: "read" } }];
  });

/**
 * Runs the failed steps of the newest sync again.
 * @returns how many products are retried, or null when Salsify is read again: that decides how many they are
 * @throws 404 for an unknown sync, 409 while it runs, when nothing failed, or when a newer one has started
 */
export async function retryMediaSync(
  context: CallContext,
  fileName: string,
): Promise<{ jobId: string; products: number | null }> {
  const { shop, administrator } = context;
  const products = await withShop(shop.domain, async (tx) => {
    await lockSyncs(tx, shop.domain, SECTION);
    await requireSync(tx, shop.domain, SECTION, fileName);
    if (await isOutdatedSync(tx, shop.domain, SECTION, fileName))
      throw conflict("A newer sync has started. Start a sync instead of retrying this one.");
    const count = await retryFailedItems(tx, shop.domain, fileName, administrator);
    const isWhole = await isReadRetried(tx, shop.domain, fileName);
    await recordAudit(tx, shop.domain, mediaSyncRetried, {
      actor: administrator,
      subject: { type: jobSubject, id: fileName },
      before: null,
      after: isWhole ? null : { products: count },
      jobId: fileName,
      ...mediaTab("sync"),
    });
    return isWhole ? null : count;
  });
  publishChange(shop.domain, mediaTab("sync"), { list: syncsListOf(SECTION) });
  return { jobId: fileName, products };
}

/** Whether the step that reads Salsify is among those that are retried. */
async function isReadRetried(tx: ShopTransaction, shop: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    `SELECT FROM job_items WHERE shop = $1 AND job_id = $2 AND state = 'waiting' AND input ->> 'kind' = 'read'`,
    [shop, id],
  );
  return rowCount !== 0;
}

/** The newest syncs. */
export async function listMediaSyncs(context: CallContext): Promise<SyncAnswer[]> {
  return answerSyncs(context, SECTION, notesOf);
}

/** What a sync did. Its first step reads Salsify, and each other one is a product. */
function notesOf(sync: Sync): string[] {
  const read = savedNotes(sync);
  if (read.length === 0) return read;
  const { done, failed } = sync;
  return [
    ...read,
    `${pluralize(Math.max(0, done - 1), "product")} changed`,
    ...(failed > 0 ? [`${pluralize(failed, "product")} failed`] : []),
  ];
}

/** The log of a sync. @throws 404 when there is none */
export async function readMediaSyncLog(context: CallContext, fileName: string): Promise<SyncLineAnswer[]> {
  return answerSyncLog(context, SECTION, fileName);
}
