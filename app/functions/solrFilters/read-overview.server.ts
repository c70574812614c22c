import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { numberedPage, numberedPageOf, pageNumber } from "~/core/lists/numbered-page";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { readCollections } from "./collection-filters.server";
import { readUsableFields } from "./definitions.server";
import { COLLECTION_STATES, COLLECTIONS_PER_PAGE, type CollectionState } from "./overview";
import { type CollectionItem, collectionNumber } from "./schemas";

const count = z.number().int();

const collectionOverview = z.object({
  /** The number in Shopify's id. */
  id: z.string(),
  title: z.string(),
  /** How many active filters it includes. */
  filters: count,
  /** Whether shoppers see older filters, or none, until they are published. */
  isUnpublished: z.boolean(),
  /** When its filters were published last, ISO 8601. Null before the first time. */
  publishedAt: z.string().nullable(),
  /** The names of those of its filters whose field no product has any longer. */
  emptyFilters: z.array(z.string()),
});

/** What a collection's filters are, as the list of collections shows it. */
export type CollectionOverview = z.infer<typeof collectionOverview>;

export const overviewInput = z.object({
  /** A part of the title, in any case. */
  search: z.string().trim().max(60, "must be at most 60 characters").default(""),
  show: z.enum(COLLECTION_STATES, `must be one of: ${COLLECTION_STATES.join(", ")}`).default("all"),
  page: pageNumber,
});

export const overviewPage = numberedPageOf(collectionOverview).extend({
  /** How many collections each choice of `show` has, without the search. */
  counts: z.record(z.enum(COLLECTION_STATES), count),
});

/**
 * The store's collections with the state of their filters: those with changes that aren't published first, then those with filters
 * without values, then others with filters, then those without, each by title.
 * @throws 502 when the collections can't be read from Shopify
 */
export async function readOverview(
  context: CallContext,
  { search, show, page }: z.output<typeof overviewInput>,
): Promise<z.output<typeof overviewPage>> {
  const collections = await readCollections(context);
  const { domain } = context.shop;
  const { stored, usable } = await withShop(domain, async (tx) => ({
    stored: await readStored(tx, domain),
    usable: await readUsableFields(tx, domain),
  }));
  const all = collections.map((collection) => overviewOf(collection, stored, usable));
  const counts = Object.fromEntries(
    COLLECTION_STATES.map((state) => [state, all.filter((one) => hasState(one, state)).length]),
  ) as Record<CollectionState, number>;
  const words = search.toLowerCase();
  const shown = all
    .filter((one) => hasState(one, show) && one.title.toLowerCase().includes(words))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const first = (page - 1) * COLLECTIONS_PER_PAGE;
  const rows = shown.slice(first, first + COLLECTIONS_PER_PAGE);
  return { ...numberedPage(rows, { total: shown.length, page, pageSize: COLLECTIONS_PER_PAGE }), counts };
}

interface StoredOverview {
  isUnpublished: boolean;
  publishedAt: Date | null;
  /** The active filters that it includes, by name. */
  filters: string[];
}

/** By the number of the collection. */
async function readStored(tx: ShopTransaction, shop: string): Promise<ReadonlyMap<string, StoredOverview>> {
  const { rows } = await tx.$client.query<StoredOverview & { id: string }>(
    `SELECT c.collection_id AS id, c.revision > c.published_revision AS "isUnpublished", c.published_at AS "publishedAt",
            array(SELECT f.name FROM collection_filters AS f JOIN filter_definitions AS d ON d.shop = f.shop AND d.name = f.name
                   WHERE f.shop = c.shop AND f.collection_id = c.collection_id AND f.included AND d.active ORDER BY f.name) AS filters
       FROM filter_collections AS c WHERE c.shop = $1`,
    [shop],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function overviewOf(
  { id: gid, title }: CollectionItem,
  stored: ReadonlyMap<string, StoredOverview>,
  usable: ReadonlyMap<string, unknown>,
): CollectionOverview {
  const id = collectionNumber(gid);
  const { isUnpublished = false, publishedAt = null, filters = [] } = stored.get(id) ?? {};
  return {
    id,
    title,
    filters: filters.length,
    isUnpublished,
    publishedAt: publishedAt?.toISOString() ?? null,
    emptyFilters: filters.filter((name) => !usable.has(name)),
  };
}

function hasState(collection: CollectionOverview, state: CollectionState): boolean {
  if (state === "filters") return collection.filters > 0;
  if (state === "unpublished") return collection.isUnpublished;
  if (state === "empty") return collection.emptyFilters.length > 0;
  return true;
}

const rankOf = (collection: CollectionOverview): number =>
  ["unpublished", "empty", "filters", "all"].findIndex((state) =>
    hasState(collection, state as CollectionState),
  );
