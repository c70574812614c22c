import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { metafieldsSet } from "~/connectors/shopify/operations/metafields";
import { fileUpdate, jobGet, productMediaReorder } from "~/connectors/shopify/operations/product-media";
import { type AdminApi, type CallOptions, provesNoChange, refuseUserErrors } from "~/connectors/shopify/port";
import type { AuditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { IntentDefinition, IntentRow } from "~/core/intents/intent-definition.server";
import { completeIntent, dropIntent, LostLease, openIntent } from "~/core/intents/intents.server";
import { finishIntent, finishOpenIntents, runIntent } from "~/core/intents/run-intent.server";
import type { Administrator } from "~/platform/auth/permission";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { pause } from "~/platform/deadline.server";
import { badRequest, conflict } from "~/platform/errors";
import * as audit from "./audit.server";
import { type ProductWithMedia, readMediaProduct } from "./find-media-product.server";
import {
  isSameList,
  LIST_CHANGED,
  MAX_LIST_BYTES,
  mediaTab,
  type StoredItem,
  storedForm,
} from "./media-list";
import { mediaNumber, movesInto } from "./native-media";
import { mediaChanges } from "./tables.server";

const ACTIONS = new Map<string, AuditAction>(
  [
    audit.mediaReset,
    audit.mediaStatusSet,
    audit.mediaMoved,
    audit.mediaTextSet,
    audit.mediaTextsSet,
    audit.mediaUploaded,
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

type OpenChange = IntentRow<typeof mediaChanges>;

/** Changes of media lists as intents. None is a lock, because each write of a list is conditional on Shopify's digest. */
const mediaChange: IntentDefinition<typeof mediaChanges> = {
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
  const definition = first ? { ...mediaChange, isUndone: () => false } : mediaChange;
  await runIntent(definition, change, systemClock, async ({ assertHeld }) => {
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
    openIntent(tx, mediaChange, {
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
    await completeIntent(tx, mediaChange, change, systemClock.now());
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

/** Records a change of a product's own media alone. */
export const recordMediaChange = (
  shop: string,
  { id }: ProductWithMedia,
  { action, actor, ...entry }: MediaChangeEntry,
): Promise<void> =>
  withShop(shop, (tx) =>
    recordAudit(tx, shop, action, {
      actor,
      subject: { type: audit.productMediaSubject, id: mediaNumber(id) },
      ...entry,
      ...mediaTab("media"),
    }),
  );

/** Finishes the changes whose process died, or whose answer was lost. */
export const finishMediaChanges = finishOpenIntents(mediaChange, (abandoned, signal) =>
  finishIntent(mediaChange, abandoned, (change) => settle(change, signal)),
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
  else await withShop(shop, (tx) => dropIntent(tx, mediaChange, change, systemClock.now()));
}

/** The file has left the product, even if the list wasn't written. */
function isDetached({ media }: ProductWithMedia, { entry: { action, before } }: OpenChange): boolean {
  if (action !== audit.mediaDetached.name) return false;
  const { media: mediaId } = before as { media: string };
  return !media.some(({ id }) => mediaNumber(id) === mediaId);
}

const LIST_METAFIELD = { namespace: "$app:media", key: "list", type: "json" } as const;

/**
 * Stores a product's media list, unless it was changed since it was read. The same list again isn't written.
 * @throws 400 when it is too long, 409 when it was changed, 502 when Shopify refuses or doesn't answer
 */
export async function writeMediaList(
  api: AdminApi,
  { id, digest, list }: ProductWithMedia,
  next: readonly StoredItem[],
  call?: CallOptions,
): Promise<void> {
  if (digest !== null && isSameList(list, next)) return;
  const value = JSON.stringify(next.map(storedForm));
  if (Buffer.byteLength(value) > MAX_LIST_BYTES)
    throw badRequest(
      "The list exceeds the 128 KB that Shopify stores for it. Shorten texts or detach media.",
    );
  const metafield = { ownerId: id, ...LIST_METAFIELD, value, compareDigest: digest };
  try {
    const { metafieldsSet: answer } = await api.run(metafieldsSet, { metafields: [metafield] }, call);
    if (answer?.userErrors.some(({ code }) => code === "STALE_OBJECT")) throw conflict(LIST_CHANGED);
    refuseUserErrors("save the media list", answer);
  } catch (error) {
    if (provesNoChange(error)) throw error;
    // The outcome of a request whose answer was lost is in the store.
    const stored = await readMediaProduct(api, { id }, call).catch(() => null);
    if (!stored || stored.digest === digest || !isSameList(stored.list, next)) throw error;
  }
}

const POLL_MS = 250;

/** Shopify finishes a job also when this process no longer waits for it. */
const MAX_POLLS = 40;

const nativeOf = ({ media }: ProductWithMedia, mediaId: string) =>
  media.find(({ id }) => mediaNumber(id) === mediaId);

/** Sets the alt texts of files. Does nothing for an item that the product no longer has. */
export async function setAltTexts(
  api: AdminApi,
  product: ProductWithMedia,
  texts: readonly { mediaId: string; text: string }[],
): Promise<void> {
  const files = texts.flatMap(({ mediaId, text: alt }) => {
    const file = nativeOf(product, mediaId);
    return file && (file.alt ?? "") !== alt ? [{ id: file.id, alt }] : [];
  });
  if (files.length === 0) return;
  const { fileUpdate: answer } = await api.run(fileUpdate, { files });
  refuseUserErrors(files.length === 1 ? "change the alt text" : "change the alt texts", answer);
}

/** Brings the product's own media into the order of the list, and waits until Shopify has done it. */
export async function orderMedia(
  api: AdminApi,
  { id, media }: ProductWithMedia,
  list: readonly StoredItem[],
): Promise<void> {
  const moves = movesInto(list, media);
  if (moves.length === 0) return;
  const { productReorderMedia: answer } = await api.run(productMediaReorder, { id, moves });
  refuseUserErrors("move the media", answer && { userErrors: answer.mediaUserErrors });
  let job = answer?.job;
  for (let polls = 0; job && !job.done && polls < MAX_POLLS; polls += 1) {
    await pause(POLL_MS);
    ({ job } = await api.run(jobGet, { id: job.id }));
  }
}

/** Removes a file from the product's own media. The file stays in the store. */
export async function detachFile(
  api: AdminApi,
  product: ProductWithMedia,
  mediaId: string,
  call: CallOptions,
): Promise<void> {
  const file = nativeOf(product, mediaId);
  if (!file) return;
  const files = [{ id: file.id, referencesToRemove: [product.id] }];
  const { fileUpdate: answer } = await api.run(fileUpdate, { files }, call);
  refuseUserErrors("detach the file", answer);
}
