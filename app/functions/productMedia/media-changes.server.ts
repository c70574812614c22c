import { randomUUID } from "node:crypto";
import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { type AdminApi, type CallOptions, provesNoChange } from "~/connectors/shopify/port";
import type { AuditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { Administrator } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import * as audit from "./audit.server";
import { type ProductWithMedia, readMediaProduct } from "./find-media-product.server";
import { isSameList, type StoredItem, storedForm } from "./media-list";
import { mediaNumber } from "./native-media";
import { mediaChanges } from "./tables.server";
import { withRenewal } from "./with-renewal.server";
import { writeMediaList } from "./write-media-list.server";

/**
 * After this long without a renewal (seconds), a change that isn't in the store didn't happen: its process has died, and no request to
 * Shopify lasts that long.
 */
const MAX_CHANGE_SECONDS = 60;

const ACTIONS = new Map<string, AuditAction>(
  [
    audit.mediaReset,
    audit.mediaStatusSet,
    audit.mediaMoved,
    audit.mediaTextSet,
    audit.mediaDetached,
    audit.mediaSynced,
  ].map((action) => [action.name, action as AuditAction]),
);

/** What is recorded about a change of a media list. */
interface MediaChangeEntry {
  action: AuditAction;
  before: unknown;
  after: unknown;
  actor: Pick<Administrator, "id" | "name">;
  jobId?: string;
}

type OpenChange = typeof mediaChanges.$inferSelect;

interface ListChange {
  api: AdminApi;
  shop: string;
  product: ProductWithMedia;
  next: readonly StoredItem[];
  entry: MediaChangeEntry;
  call?: CallOptions;
  /** Runs before the list is written. */
  first?(): Promise<void>;
}

/**
 * Stores a product's media list with its audit entry, which isn't lost with the process.
 * @throws as `writeMediaList`
 */
export async function changeMediaList({ api, shop, product, next, entry, call, first }: ListChange) {
  if (isSameList(product.list, next)) return writeMediaList(api, product, next, call);
  const change = await openMediaChange(shop, product, next, entry);
  try {
    await withRenewal(
      () => renewMediaChange(change),
      async () => {
        await first?.();
        await writeMediaList(api, product, next, call);
      },
    );
  } catch (error) {
    // After `first`, the outcome is looked up.
    if (provesNoChange(error) && !first) await dropMediaChange(change);
    throw error;
  }
  await withShop(shop, (tx) => completeMediaChange(tx, change));
}

/**
 * Writes down a change before it is sent, so that its audit entry isn't lost with the process. No lock is needed: each write of a
 * list is conditional on Shopify's digest.
 */
async function openMediaChange(
  shop: string,
  { id: productGid, digest }: ProductWithMedia,
  next: readonly StoredItem[],
  { action, before, after, actor, jobId }: MediaChangeEntry,
): Promise<OpenChange> {
  return withShop(shop, async (tx) => {
    const [change] = await tx
      .insert(mediaChanges)
      .values({
        shop,
        id: randomUUID(),
        productGid,
        digest,
        list: next.map(storedForm),
        entry: { action: action.name, before, after, actor: { id: actor.id, name: actor.name }, jobId },
      })
      .returning();
    return change as OpenChange;
  });
}

const isThis = ({ shop, id }: OpenChange) => and(eq(mediaChanges.shop, shop), eq(mediaChanges.id, id));

async function renewMediaChange(change: OpenChange): Promise<void> {
  await withShop(change.shop, (tx) =>
    tx.update(mediaChanges).set({ startedAt: sql`now()` }).where(isThis(change)),
  );
}

/** Ends a change that is in the store: its audit entry replaces it, once. */
async function completeMediaChange(tx: ShopTransaction, change: OpenChange): Promise<void> {
  const { rowCount } = await tx.delete(mediaChanges).where(isThis(change));
  const { action, actor, before, after, jobId } = change.entry;
  const declared = ACTIONS.get(action);
  // Without a row, another process has seen the list in the store, and was first.
  if (rowCount === 0 || !declared) return;
  await recordAudit(tx, change.shop, declared, {
    actor,
    subject: { type: audit.productMediaSubject, id: mediaNumber(change.productGid) },
    before,
    after,
    jobId,
    flag: "showProductMedia",
  });
}

/** Ends a change that didn't happen. */
async function dropMediaChange(change: OpenChange, condition?: SQL): Promise<void> {
  await withShop(change.shop, (tx) => tx.delete(mediaChanges).where(and(isThis(change), condition)));
}

const isAbandoned = lt(mediaChanges.startedAt, sql`now() - make_interval(secs => ${MAX_CHANGE_SECONDS})`);

/** Each minute: ends the changes whose process died, or whose answer was lost. */
export const finishMediaChanges: Task = {
  name: "productMedia.finish-changes",
  schedule: "* * * * *",
  async run(shop, signal) {
    const open = await withShop(shop, (tx) =>
      tx
        .select()
        .from(mediaChanges)
        .where(and(eq(mediaChanges.shop, shop), isAbandoned)),
    );
    for (const change of open) {
      if (signal.aborted) return;
      // One that can't be finished now must not hold up the others. The next run takes it again.
      await finish(change, signal).catch((error: unknown) =>
        log.warn({ shop, err: error }, "an open change of a media list could not be finished yet"),
      );
    }
  },
};

async function finish(change: OpenChange, signal: AbortSignal): Promise<void> {
  const { shop, productGid, digest, list } = change;
  const product = await readMediaProduct(
    liveAdminApi(shop),
    { id: productGid },
    { priority: "bulk", signal },
  );
  const isStored = product && product.digest !== digest && isSameList(product.list, list);
  if (isStored || (product && isDetached(product, change)))
    await withShop(shop, (tx) => completeMediaChange(tx, change));
  else await dropMediaChange(change, isAbandoned);
}

/** The file has left the product, even if the list wasn't written. */
function isDetached({ media }: ProductWithMedia, { entry: { action, before } }: OpenChange): boolean {
  if (action !== audit.mediaDetached.name) return false;
  const { media: mediaId } = before as { media: string };
  return !media.some(({ id }) => mediaNumber(id) === mediaId);
}
