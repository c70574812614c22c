import { and, eq, sql } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { DataOf } from "~/connectors/shopify/operation";
import { collectionById, collectionsPage } from "~/connectors/shopify/operations/collections";
import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import {
  answeredDefinition,
  lockActiveDefinition,
  readStoredDefinitions,
  readUsableFields,
  type StoredDefinition,
} from "./definitions.server";
import { type FilterOption, mergeOptions, type StoredOptions } from "./merge-options";
import { COLLECTION_GONE, notIncluded, unknownFilter } from "./messages";
import { readOptions } from "./options.server";
import type { FilterCollection } from "./publish/revisions.server";
import type { CollectionFilter, CollectionItem } from "./schemas";
import { sortCollectionFilters } from "./settings";
import { collectionFilters, filterDefinitions } from "./tables.server";

/** A collection's filter as it is stored. */
export type StoredCollectionFilter = typeof collectionFilters.$inferSelect;

/** Which filter of which collection. */
export interface FilterKey {
  collectionId: number;
  name: string;
}

const isFilter = (shop: string, { collectionId, name }: FilterKey) =>
  and(
    eq(collectionFilters.shop, shop),
    eq(collectionFilters.collectionId, collectionId),
    eq(collectionFilters.name, name),
  );

/** A collection's filter as the calls answer it. @param stored undefined before it was included for the first time */
const answeredFilter = (
  definition: StoredDefinition,
  collectionId: number,
  stored: StoredCollectionFilter | undefined,
  hasValues: boolean,
): CollectionFilter => ({
  ...answeredDefinition(definition, hasValues),
  ...stored?.settings,
  version: stored?.version ?? 0,
  collection: String(collectionId),
  included: stored?.included ?? false,
});

/** Locks a collection's filter. Undefined before it was included for the first time. */
export async function lockCollectionFilter(
  tx: ShopTransaction,
  shop: string,
  key: FilterKey,
): Promise<StoredCollectionFilter | undefined> {
  const [stored] = await tx.select().from(collectionFilters).where(isFilter(shop, key)).for("update");
  return stored;
}

/** Locks an active filter that the collection includes. @throws 404 for a field that no product has, 409 when it isn't active or included */
export async function lockIncludedFilter(
  tx: ShopTransaction,
  shop: string,
  key: FilterKey,
): Promise<StoredCollectionFilter> {
  await lockActiveDefinition(tx, shop, key.name);
  const stored = await lockCollectionFilter(tx, shop, key);
  if (!stored?.included) throw conflict(notIncluded(key.name));
  return stored;
}

/** Locks the filters that a collection includes, in the order of their names. */
export const lockIncludedFilters = (
  tx: ShopTransaction,
  shop: string,
  collectionId: number,
): Promise<StoredCollectionFilter[]> =>
  tx
    .select()
    .from(collectionFilters)
    .where(
      and(
        eq(collectionFilters.shop, shop),
        eq(collectionFilters.collectionId, collectionId),
        eq(collectionFilters.included, true),
      ),
    )
    .orderBy(collectionFilters.name)
    .for("update");

/** A statement takes at most 65,535 parameters. */
const ROWS_PER_INSERT = 1_000;

/** Stores filters of collections, new or changed. */
export async function saveCollectionFilters(
  tx: ShopTransaction,
  rows: readonly StoredCollectionFilter[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await tx
      .insert(collectionFilters)
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .onConflictDoUpdate({
        target: [collectionFilters.shop, collectionFilters.collectionId, collectionFilters.name],
        set: {
          included: sql`excluded.included`,
          settings: sql`excluded.settings`,
          options: sql`excluded.options`,
          version: sql`excluded.version`,
        },
      });
  }
}

/** A filter of a collection with its options. */
export interface Configuration {
  filter: CollectionFilter;
  options: FilterOption[];
}

/** Reads a filter of a collection as it is now, with its options if it is included. */
export async function readConfiguration(
  { shop: { domain } }: Pick<CallContext, "shop">,
  key: FilterKey,
): Promise<Configuration> {
  const { collectionId, name } = key;
  const { definition, stored, values, hasValues } = await withShop(domain, async (tx) => {
    const isDefinition = and(eq(filterDefinitions.shop, domain), eq(filterDefinitions.name, name));
    const [found] = await tx.select().from(filterDefinitions).where(isDefinition);
    const [filter] = await tx.select().from(collectionFilters).where(isFilter(domain, key));
    const wanted: [string, StoredOptions][] = filter?.included ? [[name, filter.options]] : [];
    const options = await readOptions(tx, collectionId, new Map(wanted));
    const hasValues = (await readUsableFields(tx, domain)).has(name);
    return { definition: found, stored: filter, values: options.get(name), hasValues };
  });
  if (!definition) throw notFound(unknownFilter(name));
  return {
    filter: answeredFilter(definition, collectionId, stored, hasValues),
    options: values ? mergeOptions(values, stored?.options ?? {}) : [],
  };
}

/**
 * The active filters of a collection, included ones first, with the options of those that are included.
 * @param optionsOf which filters are answered with their options
 * @throws 404 for a collection that doesn't exist
 */
export async function listCollectionFilters(
  context: CallContext,
  collectionId: number,
  optionsOf: (name: string) => boolean,
): Promise<Configuration[]> {
  await findCollection(context, collectionId);
  const { domain } = context.shop;
  const { definitions, stored, values, usable } = await withShop(domain, async (tx) => {
    const active = (await readStoredDefinitions(tx, domain)).filter((definition) => definition.active);
    const isOfCollection = and(
      eq(collectionFilters.shop, domain),
      eq(collectionFilters.collectionId, collectionId),
    );
    const rows = await tx.select().from(collectionFilters).where(isOfCollection);
    const activeNames = new Set(active.map(({ name }) => name));
    const wanted = rows.filter(({ name, included }) => included && activeNames.has(name) && optionsOf(name));
    const options = new Map(wanted.map((row) => [row.name, row.options]));
    const values = await readOptions(tx, collectionId, options);
    const usable = await readUsableFields(tx, domain);
    return { definitions: active, stored: new Map(rows.map((row) => [row.name, row])), values, usable };
  });
  const filters = definitions.map((definition) =>
    answeredFilter(definition, collectionId, stored.get(definition.name), usable.has(definition.name)),
  );
  return sortCollectionFilters(filters).map((filter) => {
    const found = values.get(filter.name);
    return { filter, options: found ? mergeOptions(found, stored.get(filter.name)?.options ?? {}) : [] };
  });
}

const CACHED_MS = 60_000;

interface CachedList {
  readAt: number;
  collections: Promise<CollectionItem[]>;
}

/** By shop. Collections change rarely, and a large store has many pages of them. */
const cache = new Map<string, CachedList>();

type Context = Pick<CallContext, "shop" | "clock">;

/** The store's collections by title, at most a minute old. @param refresh reads them from Shopify @throws 502 without an answer */
export function readCollections(
  { shop: { domain }, clock }: Context,
  { refresh = false } = {},
): Promise<CollectionItem[]> {
  const now = clock.now().getTime();
  const cached = cache.get(domain);
  if (cached && !refresh && now - cached.readAt < CACHED_MS) return cached.collections;
  const collections = readFromShopify(domain);
  const list = { readAt: now, collections };
  cache.set(domain, list);
  collections.catch(() => {
    if (cache.get(domain) === list) cache.delete(domain);
  });
  return collections;
}

async function readFromShopify(shop: string): Promise<CollectionItem[]> {
  const api = liveAdminApi(shop);
  const found: CollectionItem[] = [];
  for (let after: string | null = null; ; ) {
    const { collections }: DataOf<typeof collectionsPage> = await api.run(collectionsPage, { after });
    found.push(...collections.nodes);
    if (!collections.pageInfo.hasNextPage) return found;
    after = collections.pageInfo.endCursor;
  }
}

/** Shopify's id of a collection. */
export const collectionGid = (collectionId: number): string => `gid://shopify/Collection/${collectionId}`;

/**
 * A collection by its number. One that isn't in the cached list, because it is new, is read by id.
 * @param gone the message when it doesn't exist
 * @throws 404 when it doesn't exist
 */
export async function findCollection(
  context: Context,
  collectionId: number,
  gone = COLLECTION_GONE,
): Promise<FilterCollection> {
  const gid = collectionGid(collectionId);
  const listed = (await readCollections(context)).find(({ id }) => id === gid);
  const found = listed ?? (await readCollection(context.shop.domain, collectionId));
  if (!found) throw notFound(gone);
  return { collectionId, title: found.title };
}

/** A collection as Shopify has it at this moment. Null when it was deleted. */
async function readCollection(shop: string, collectionId: number): Promise<CollectionItem | null> {
  const { collection } = await liveAdminApi(shop).run(collectionById, { id: collectionGid(collectionId) });
  return collection;
}
