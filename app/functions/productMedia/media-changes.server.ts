import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { type AdminApi, type CallOptions, provesNoChange } from "~/connectors/shopify/port";
import type { AuditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { finishOpenOperations } from "~/core/operations/finish-open-operations.server";
import type { OperationKind, OperationRow } from "~/core/operations/operation-kind.server";
import {
  completeOperation,
  dropOperation,
  LostLease,
  openOperation,
} from "~/core/operations/operations.server";
import { finishOperation, runOperation } from "~/core/operations/run-operation.server";
import type { Administrator } from "~/platform/auth/permission";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import * as audit from "./audit.server";
import { type ProductWithMedia, readMediaProduct } from "./find-media-product.server";
import { isSameList, LIST_CHANGED, mediaTab, type StoredItem, storedForm } from "./media-list";
import { mediaNumber } from "./native-media";
import { mediaChanges } from "./tables.server";
import { writeMediaList } from "./write-media-list.server";

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

type OpenChange = OperationRow<typeof mediaChanges>;

/** Changes of media lists as operations. None is a lock, because each write of a list is conditional on Shopify's digest. */
const mediaChange: OperationKind<typeof mediaChanges> = {
  noun: "change of a media list",
  table: mediaChanges,
  key: ["id"],
  finishTask: "productMedia.finish-changes",
  busyMessage: LIST_CHANGED,
  lostMessage: LIST_CHANGED,
  isUndone: provesNoChange,
  keepsLease: true,
};

interface ListChange {
  api: AdminApi;
  shop: string;
  product: ProductWithMedia;
  next: readonly StoredItem[];
  entry: MediaChangeEntry;
  call?: CallOptions;
  /** Runs before the list is written. */
  first?(api: AdminApi, call: CallOptions): Promise<void>;
}

/**
 * Stores a product's media list with its audit entry, which isn't lost with the process.
 * @throws as `writeMediaList`
 */
export async function changeMediaList({ api, shop, product, next, entry, call, first }: ListChange) {
  if (isSameList(product.list, next)) return writeMediaList(api, product, next, call);
  const change = await openMediaChange(shop, product, next, entry);
  // After `first`, the outcome is looked up.
  const kind = first ? { ...mediaChange, isUndone: () => false } : mediaChange;
  await runOperation(kind, change, systemClock, async ({ assertHeld }) => {
    const held = { ...call, beforeSending: assertHeld };
    await first?.(api, held);
    await writeMediaList(api, product, next, held);
    await completeMediaChange(change).catch((error: unknown) => {
      // Another process has seen the list in the store, and was first.
      if (!(error instanceof LostLease)) throw error;
    });
  });
}

/** Opens a change before it is sent, so that its audit entry isn't lost with the process. */
const openMediaChange = (
  shop: string,
  { id: productGid, digest }: ProductWithMedia,
  next: readonly StoredItem[],
  { action, before, after, actor, jobId }: MediaChangeEntry,
): Promise<OpenChange> =>
  withShop(shop, (tx) =>
    openOperation(tx, mediaChange, {
      shop,
      id: randomUUID(),
      productGid,
      digest,
      list: next.map(storedForm),
      entry: { action: action.name, before, after, actor: { id: actor.id, name: actor.name }, jobId },
    }),
  );

/** Ends a change that is in the store: its audit entry replaces it. @throws LostLease, with nothing written */
async function completeMediaChange(change: OpenChange): Promise<void> {
  const { action, actor, before, after, jobId } = change.entry;
  const declared = ACTIONS.get(action);
  await withShop(change.shop, async (tx) => {
    await completeOperation(tx, mediaChange, change, systemClock.now());
    // Only one write can replace a list: the same change that was lost before, and then repeated, didn't happen.
    await tx
      .delete(mediaChanges)
      .where(
        and(
          eq(mediaChanges.shop, change.shop),
          eq(mediaChanges.productGid, change.productGid),
          sql`${mediaChanges.digest} IS NOT DISTINCT FROM ${change.digest}`,
          sql`${mediaChanges.list} = ${JSON.stringify(change.list)}::jsonb`,
        ),
      );
    if (!declared) return;
    await recordAudit(tx, change.shop, declared, {
      actor,
      subject: { type: audit.productMediaSubject, id: mediaNumber(change.productGid) },
      before,
      after,
      jobId,
      ...mediaTab("media"),
    });
  });
}

/** Finishes the changes whose process died, or whose answer was lost. */
export const finishMediaChanges = finishOpenOperations(mediaChange, (abandoned, signal) =>
  finishOperation(mediaChange, abandoned, (change) => settle(change, signal)),
);

async function settle(change: OpenChange, signal: AbortSignal): Promise<void> {
  const { shop, productGid, digest, list } = change;
  const product = await readMediaProduct(
    liveAdminApi(shop),
    { id: productGid },
    { priority: "bulk", signal },
  );
  const isStored = product && product.digest !== digest && isSameList(product.list, list);
  if (isStored || (product && isDetached(product, change))) await completeMediaChange(change);
  else await withShop(shop, (tx) => dropOperation(tx, mediaChange, change, systemClock.now()));
}

/** The file has left the product, even if the list wasn't written. */
function isDetached({ media }: ProductWithMedia, { entry: { action, before } }: OpenChange): boolean {
  if (action !== audit.mediaDetached.name) return false;
  const { media: mediaId } = before as { media: string };
  return !media.some(({ id }) => mediaNumber(id) === mediaId);
}
