import { createHash } from "node:crypto";
import { z } from "zod";
import { createMissingDefinition } from "~/connectors/shopify/create-missing-definition.server";
import { mergingAdminApi } from "~/connectors/shopify/merging-admin-api.server";
import { collectionFilterDigests } from "~/connectors/shopify/operations/collections";
import { metafieldsSet } from "~/connectors/shopify/operations/metafields";
import { refuseUserErrors } from "~/connectors/shopify/port";
import type { CallContext } from "~/core/context.server";
import {
  defineSync,
  isOutdatedSync,
  type SyncContext,
  startRequestedSync,
} from "~/core/syncs/define-sync.server";
import { syncsListOf } from "~/core/syncs/sync";
import { readUsedMetafields } from "~/domain/products/read-metafields.server";
import { permissionOf } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, Refusal } from "~/platform/errors";
import type { ItemOutcome } from "~/platform/jobs/job.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { collectionsUpdateStarted } from "../audit.server";
import { collectionGid } from "../collection-filters.server";
import { SECTION } from "../messages";
import {
  forgetCollection,
  forgetDigest,
  publishedFilters,
  readConfigured,
  storePublished,
} from "./publication-store.server";
import { type FilterCollection, publishFiltersChanged, readUnpublished } from "./revisions.server";

const step = z.object({ collectionId: z.number(), title: z.string() });

/** Publishes the filters of collections to their metafields, 25 in a call. */
export const publishSync = defineSync<z.infer<typeof step>>({
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

/** Starts to publish the collections whose filters changed. @param only one of them @returns null when there are none @throws 409 when it is running */
export async function startPublishing(
  context: CallContext,
  only?: number,
): Promise<{ jobId: string; collections: number } | null> {
  const { domain } = context.shop;
  const started = await withShop(domain, async (tx) => {
    const unpublished = (await readUnpublished(tx, domain)).filter(
      ({ collectionId }) => only === undefined || collectionId === only,
    );
    if (unpublished.length === 0) return null;
    const items = unpublished.map((collection) => ({ label: collection.title, input: collection }));
    const jobId = await startRequestedSync(tx, context, publishSync, items, {
      action: collectionsUpdateStarted,
      after: { collections: items.length },
    });
    return { jobId, collections: items.length };
  });
  if (started) publishChange(domain, permissionOf(publishSync), { list: syncsListOf(SECTION) });
  return started;
}

const METAFIELD = { namespace: "$app:search", key: "filters", type: "json" } as const;

/** Only with a definition that says so can a theme read an app's metafield. */
const DEFINITION = {
  ...METAFIELD,
  ownerType: "COLLECTION",
  name: "Search filters",
  description: "Written by Backroom. Themes read it.",
  access: { storefront: "PUBLIC_READ" },
} as const;

/** What the steps of a sync's attempt need once, by the attempt's signal. */
type OfAttempt<Value> = WeakMap<AbortSignal, Promise<Value>>;

/** An administrator may delete the definition between two attempts. */
const definitions: OfAttempt<void> = new WeakMap();
/** Of the products' metafields. A retry reads them again. */
const metafieldTypes: OfAttempt<ReadonlyMap<string, string>> = new WeakMap();

function onceIn<Value>(
  signal: AbortSignal,
  ofAttempt: OfAttempt<Value>,
  read: () => Promise<Value>,
): Promise<Value> {
  const stored = ofAttempt.get(signal);
  if (stored) return stored;
  const value = read();
  // A failure isn't kept.
  value.catch(() => ofAttempt.delete(signal));
  ofAttempt.set(signal, value);
  return value;
}

/** Shopify's limit of a JSON metafield. */
const MAX_BYTES = 128 * 1024;

/** How often a collection is read and written in all, if another process has written it in between. */
const ATTEMPTS = 2;

/**
 * Writes a collection's active filters to its metafield, unless it has them already. Repeating it after a lost answer writes the same.
 * @throws 400 when they are too long, 409 when a newer sync has started, 502 when Shopify refuses or doesn't answer
 */
export async function publishCollection(
  collection: FilterCollection,
  context: SyncContext,
): Promise<ItemOutcome> {
  const { shop, jobId } = context;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await withShop(shop, (tx) => isOutdatedSync(tx, shop, SECTION, jobId)))
      throw conflict("A newer update has started. Start an update instead of retrying this row.");
    const outcome = await tryToPublish(collection, context);
    if (outcome) return outcome;
  }
  throw conflict("Another update changed this collection at the same time. Retry this row.");
}

/** @returns null when the metafield was written since its digest was read */
async function tryToPublish(collection: FilterCollection, context: SyncContext): Promise<ItemOutcome | null> {
  const { shop, signal } = context;
  const { collectionId } = collection;
  const ownerId = collectionGid(collectionId);
  const api = mergingAdminApi(shop, signal);
  await onceIn(signal, definitions, () =>
    createMissingDefinition(
      api,
      { definition: DEFINITION, purpose: "of filters" },
      { priority: "bulk", signal },
    ),
  );
  // Read before the filters: what is written to this digest is never older than what it replaces, also by a call that arrives late.
  const { nodes } = await api.run(collectionFilterDigests, { ids: [ownerId] });
  const [stored] = nodes;
  const current = await readConfigured(shop, collectionId);
  if (!current || current.revision <= current.publishedRevision) return UNCHANGED;
  if (!stored || !("id" in stored)) {
    await forgetCollection(collection, context);
    publishFiltersChanged(shop);
    return { state: "skipped", message: "The collection was deleted in Shopify.", reason: "deleted" };
  }
  const types = await onceIn(signal, metafieldTypes, () =>
    withShop(shop, (tx) => readUsedMetafields(tx, shop)),
  );
  const filters = publishedFilters(current.filters, types);
  const digest = createHash("sha256").update(JSON.stringify(filters)).digest("hex");
  if (digest === current.digest) {
    await storePublished(shop, collectionId, current.revision, digest);
    return UNCHANGED;
  }
  const value = JSON.stringify({ version: current.revision, filters });
  if (Buffer.byteLength(value) > MAX_BYTES)
    throw badRequest(
      "The filters exceed the 128 KB that Shopify stores for a collection. Reset options to their defaults.",
    );
  // Without an answer, it isn't known what Shopify has.
  await forgetDigest(shop, collectionId);
  const compareDigest = stored.metafield?.compareDigest ?? null;
  const metafield = { ownerId, ...METAFIELD, value, compareDigest };
  const { metafieldsSet: answer } = await api.run(metafieldsSet, { metafields: [metafield] });
  if (answer?.userErrors.some(({ code }) => code === "STALE_OBJECT")) return null;
  refuseUserErrors("store the filters", answer);
  // Another process may have the job now, and write something newer without having stored it yet.
  signal.throwIfAborted();
  await storePublished(shop, collectionId, current.revision, digest);
  const message = filters.length === 1 ? "1 filter published." : `${filters.length} filters published.`;
  await context.log("publishCollection", "info", `${collection.title}: ${message}`);
  return { state: "done", message };
}

const UNCHANGED: ItemOutcome = {
  state: "skipped",
  message: "Shopify has these filters already.",
  reason: "unchanged",
};
