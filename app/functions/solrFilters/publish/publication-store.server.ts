import { and, eq, lte, sql } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { SyncContext } from "~/core/syncs/define-sync.server";
import { withShop } from "~/platform/db/with-shop.server";
import { filterCollectionSubject, filtersRemovedWithCollection } from "../audit.server";
import { solrFieldOf } from "../fields";
import { type StoredOptions, withCaptions } from "../merge-options";
import { type DataType, effectiveSettings, type FilterSettings } from "../settings";
import { collectionFilters, filterCollections, filterDefinitions } from "../tables.server";
import type { FilterCollection } from "./revisions.server";

const isCollection = (shop: string, collectionId: number) =>
  and(eq(filterCollections.shop, shop), eq(filterCollections.collectionId, collectionId));

/**
 * A collection's active filters, its revisions, and the digest of what is published. Null when nothing is stored for it. The revision
 * is read before the filters: if they change in between, the collection counts as unpublished again.
 */
export async function readConfigured(shop: string, collectionId: number) {
  return withShop(shop, async (tx) => {
    const [collection] = await tx.select().from(filterCollections).where(isCollection(shop, collectionId));
    if (!collection) return null;
    const filters = await tx
      .select({
        name: collectionFilters.name,
        settings: collectionFilters.settings,
        options: collectionFilters.options,
        type: filterDefinitions.type,
        output: filterDefinitions.output,
      })
      .from(collectionFilters)
      .innerJoin(
        filterDefinitions,
        and(
          eq(filterDefinitions.shop, collectionFilters.shop),
          eq(filterDefinitions.name, collectionFilters.name),
        ),
      )
      .where(
        and(
          eq(collectionFilters.shop, shop),
          eq(collectionFilters.collectionId, collectionId),
          eq(collectionFilters.included, true),
          eq(filterDefinitions.active, true),
        ),
      );
    return { ...collection, filters };
  });
}

/** Forgets what is published, before something else is. */
export async function forgetDigest(shop: string, collectionId: number): Promise<void> {
  await withShop(shop, (tx) =>
    tx.update(filterCollections).set({ digest: null }).where(isCollection(shop, collectionId)),
  );
}

/** Stores that this revision is published, unless a newer one is: a process that lost its job may end later than the newer update. */
export async function storePublished(
  shop: string,
  collectionId: number,
  revision: number,
  digest: string,
): Promise<void> {
  await withShop(shop, (tx) =>
    tx
      .update(filterCollections)
      .set({ publishedRevision: revision, digest, publishedAt: sql`now()` })
      .where(and(isCollection(shop, collectionId), lte(filterCollections.publishedRevision, revision))),
  );
}

/** Deletes what is stored for a collection that no longer exists. Shopify never uses its id again. */
export async function forgetCollection(
  { collectionId }: FilterCollection,
  { shop, administrator, jobId }: SyncContext,
): Promise<void> {
  await withShop(shop, async (tx) => {
    const removed = await tx
      .delete(collectionFilters)
      .where(and(eq(collectionFilters.shop, shop), eq(collectionFilters.collectionId, collectionId)))
      .returning({ name: collectionFilters.name });
    await tx.delete(filterCollections).where(isCollection(shop, collectionId));
    await recordAudit(tx, shop, filtersRemovedWithCollection, {
      actor: administrator,
      subject: { type: filterCollectionSubject, id: String(collectionId) },
      before: { filters: removed.map(({ name }) => name).join(", ") },
      after: null,
      jobId,
      flag: "showSolrFilters",
    });
  });
}

/** A filter as the storefront reads it. */
interface PublishedFilter extends FilterSettings {
  name: string;
  /** In the Solr index. Of a price, the lowest one of a product, in cents. */
  field: string;
  /** Of a price: the highest one of a product, in cents. */
  fieldTo?: string;
  dataType: DataType;
  /** The options that have settings or captions. All others are shown as they are, in the order of the search. */
  options: { name: string; order: number; overwrite: string; show: boolean }[];
}

/** A filter with its settings in a collection. */
interface ConfiguredFilter {
  name: string;
  settings: FilterSettings;
  options: StoredOptions;
  type: DataType;
  output: boolean;
}

/**
 * The filters of a collection for its metafield. The same filters make the same list, whatever order they were read in.
 * @param metafieldTypes of the products, by `namespace.key`
 */
export const publishedFilters = (
  filters: readonly ConfiguredFilter[],
  metafieldTypes: ReadonlyMap<string, string>,
): PublishedFilter[] =>
  filters
    .map(({ name, settings, options, type, output }) => ({
      name,
      ...solrFieldOf({ name, type, output }, metafieldTypes.get(name)),
      ...effectiveSettings(settings),
      options: Object.entries(withCaptions({ name, type }, options))
        .map(([option, { order, overwrite, show }]) => ({ name: option, order, overwrite, show }))
        .toSorted((a, b) => a.order - b.order || compare(a.name, b.name)),
    }))
    .toSorted((a, b) => a.order - b.order || compare(a.name, b.name));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
