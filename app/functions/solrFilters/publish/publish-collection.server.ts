import { createHash } from "node:crypto";
import { mergingAdminApi } from "~/connectors/shopify/merging-admin-api.server";
import { metafieldsSet } from "~/connectors/shopify/operations/metafields";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import { isOutdatedRun, type RunContext } from "~/core/runs/run-kind.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, Refusal } from "~/platform/errors";
import type { ItemOutcome } from "~/platform/jobs/job.server";
import { publishFiltersChanged } from "../publish-filters-changed.server";
import { collectionGid, readCollection } from "../read-collections.server";
import { forgetCollection, forgetDigest, readConfigured, storePublished } from "./publication-store.server";
import { publishedFilters } from "./published-filters";
import type { FilterCollection } from "./revisions.server";
import { SECTION } from "./section";

const METAFIELD = { namespace: "$app:search", key: "filters", type: "json" } as const;
/** Shopify's limit of a JSON metafield. */
const MAX_BYTES = 128 * 1024;

/**
 * Writes a collection's active filters to its metafield, unless it has them already. Repeating it after a lost answer writes the same.
 * @throws 400 when they are too long, 409 when a newer run has started, 502 when Shopify refuses or doesn't answer
 */
export async function publishCollection(
  collection: FilterCollection,
  context: RunContext,
): Promise<ItemOutcome> {
  const { shop, jobId, signal } = context;
  const { collectionId } = collection;
  if (await withShop(shop, (tx) => isOutdatedRun(tx, shop, SECTION, jobId)))
    throw conflict("A newer update has started. Start an update instead of retrying this row.");
  const current = await readConfigured(shop, collectionId);
  if (!current || current.revision <= current.publishedRevision) return UNCHANGED;
  const filters = publishedFilters(current.filters);
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
  const metafield = { ownerId: collectionGid(collectionId), ...METAFIELD, value };
  try {
    const { metafieldsSet: answer } = await mergingAdminApi(shop, signal).run(metafieldsSet, {
      metafields: [metafield],
    });
    refuseUserErrors("store the filters", answer);
  } catch (error) {
    const isRefused = error instanceof Refusal && error.code === "SHOPIFY_REFUSED";
    if (!isRefused || (await readCollection(shop, collectionId))) throw error;
    await forgetCollection(collection, context);
    publishFiltersChanged(shop);
    return { state: "skipped", message: "The collection was deleted in Shopify.", reason: "deleted" };
  }
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
